import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { CallBar } from './call-bar.tsx'
import type { PublicFacts } from './facts.ts'
import type { Moment } from './moment.rules.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

export type SiteAssets = { scripts: string[]; styles: string[]; preloads: string[] }

type Props = {
  title: string
  description: string
  /** Named for the script. */
  page: string
  assets: SiteAssets
  facts?: PublicFacts | undefined
  moment: Moment
  children: ReactNode
}

export const page = (element: ReactNode) => `<!doctype html>${renderToStaticMarkup(element)}`

/** A public page: header, content and footer, complete without script. */
export function Document({ title, description, page, assets, facts, moment, children }: Props) {
  const name = facts?.name ?? 'Stödpunkt'
  return (
    <html lang="sv">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content={description} />
        <title>{title === name ? name : `${title} – ${name}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </head>
      <body data-page={page} className="flex min-h-dvh flex-col text-body">
        <a
          href="#innehall"
          className="sr-only rounded-sm bg-raised p-3 focus:not-sr-only focus:absolute focus:z-20 focus:m-2"
        >
          Hoppa till innehållet
        </a>
        <SiteHeader name={name} page={page} phone={facts?.phone} />
        <main id="innehall" className="flex-1">
          {children}
        </main>
        <SiteFooter name={name} facts={facts} year={moment.year} />
        {facts?.phone && <CallBar phone={facts.phone} open={moment.open} />}
      </body>
    </html>
  )
}
