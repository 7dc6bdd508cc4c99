// The <head> of a public page: assets, and metadata for browsers, search engines and link previews.
import { iconUrl } from '#features/company/brand.rules.ts'
import { background } from '#shared/theme-colors.rules.ts'
import { businessOf } from './business.rules.ts'
import type { SiteAssets } from './document.tsx'
import type { PublicFacts } from './facts.ts'
import { DESCRIPTION_MAX, shorten, titleOf } from './head.rules.ts'
import type { Moment } from './moment.rules.ts'
import { SLOGAN } from './slogan.ts'

type Props = {
  /** Undefined for the 404 page. */
  path: string | undefined
  /** The page's title without the company's name; empty on the start page. */
  title: string
  description: string
  facts: PublicFacts | undefined
  moment: Moment
  assets: SiteAssets
  appUrl: string
  /** The page's structured data, in addition to the company's. */
  structured?: object | undefined
}

export function Head({
  path,
  title: ownTitle,
  description: fullDescription,
  facts,
  moment,
  assets,
  appUrl,
  structured,
}: Props) {
  const title = titleOf(ownTitle, facts?.name)
  const description = shorten(fullDescription, DESCRIPTION_MAX)
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      {/* Preloaded together with the stylesheet, so that the font causes no layout shift. */}
      {assets.fonts?.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="" href={href} />
      ))}
      {assets.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {facts?.stylesheet && <link rel="stylesheet" href={facts.stylesheet} />}
      {assets.scripts.map((src) => (
        <script key={src} type="module" src={src} />
      ))}
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={background.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={background.dark} />
      <Icons logo={facts?.pictures.logo} />
      <link rel="manifest" href="/manifest.webmanifest" />
      {path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <PageMetadata
          path={path}
          title={title}
          description={description}
          facts={facts}
          moment={moment}
          appUrl={appUrl}
          structured={structured}
        />
      )}
    </head>
  )
}

function Icons({ logo }: { logo: PublicFacts['pictures']['logo'] }) {
  const icon = iconUrl(logo, 64)
  return (
    <>
      {icon ? (
        <link rel="icon" href={icon} type="image/png" />
      ) : (
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      )}
      <link rel="apple-touch-icon" href={iconUrl(logo, 180) ?? '/apple-touch-icon.png'} />
    </>
  )
}

type PageMetadataProps = {
  path: string
  title: string
  description: string
  facts: PublicFacts | undefined
  moment: Moment
  appUrl: string
  structured: object | undefined
}

function PageMetadata({ path, title, description, facts, moment, appUrl, structured }: PageMetadataProps) {
  const url = appUrl + path
  const og = {
    type: 'website',
    locale: 'sv_SE',
    site_name: facts?.name,
    title,
    description,
    url,
    image: `${appUrl}/og.png`,
    'image:type': 'image/png',
    'image:width': '1200',
    'image:height': '630',
    'image:alt': [facts?.name, SLOGAN].filter(Boolean).join(': '),
  }
  return (
    <>
      <link rel="canonical" href={url} />
      {Object.entries(og).map(
        ([name, content]) => content && <meta key={name} property={`og:${name}`} content={content} />,
      )}
      <meta name="twitter:card" content="summary_large_image" />
      {facts && <JsonLd value={businessOf(facts, moment.week, appUrl)} />}
      {structured && <JsonLd value={structured} />}
    </>
  )
}

/** A data block is not executed, so the Content-Security-Policy does not apply to it. */
function JsonLd({ value }: { value: object }) {
  const text = JSON.stringify(value).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape quotes, which a script block does not decode
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
