// Everything in <head> of a public page: what browsers, search engines and those who are sent a link are told.
import { businessOf } from './business.rules.ts'
import type { SiteAssets } from './document.tsx'
import type { PublicFacts } from './facts.ts'
import { DESCRIPTION_MAX, shorten, titleOf } from './head.rules.ts'
import type { SitePath } from './paths.ts'
import { PROMISE } from './promise.ts'
import { ground } from './theme-colors.ts'

type Props = {
  /** Undefined for the page of what is missing. */
  path: SitePath | undefined
  /** Of the page alone; empty on the start page. */
  title: string
  description: string
  facts: PublicFacts | undefined
  assets: SiteAssets
  appUrl: string
}

export function Head({ path, title: ownTitle, description: given, facts, assets, appUrl }: Props) {
  const title = titleOf(ownTitle, facts?.name)
  const description = shorten(given, DESCRIPTION_MAX)
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      {/* Asked for with the sheet that names it: text is painted in it at once and nothing moves. */}
      {assets.fonts?.map((href) => (
        <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="" href={href} />
      ))}
      {assets.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {assets.scripts.map((src) => (
        <script key={src} type="module" src={src} />
      ))}
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={ground.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={ground.dark} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      {path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <Shared path={path} title={title} description={description} facts={facts} appUrl={appUrl} />
      )}
    </head>
  )
}

type SharedProps = {
  path: SitePath
  title: string
  description: string
  facts: PublicFacts | undefined
  appUrl: string
}

function Shared({ path, title, description, facts, appUrl }: SharedProps) {
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
    'image:alt': [facts?.name, PROMISE].filter(Boolean).join(': '),
  }
  return (
    <>
      <link rel="canonical" href={url} />
      {Object.entries(og).map(
        ([name, content]) => content && <meta key={name} property={`og:${name}`} content={content} />,
      )}
      <meta name="twitter:card" content="summary_large_image" />
      {facts && <JsonLd value={businessOf(facts, appUrl)} />}
    </>
  )
}

/** A data block: nothing of it runs, and the policy of scripts does not concern it. */
function JsonLd({ value }: { value: object }) {
  const text = JSON.stringify(value).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape quotes, which a script block does not undo
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
