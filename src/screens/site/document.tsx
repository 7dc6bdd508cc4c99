import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { CallBar } from './call-bar.tsx'
import type { PublicFacts } from './facts.ts'
import { Head } from './head.tsx'
import type { Moment } from './moment.rules.ts'
import { Now } from './now.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

export type SiteAssets = { scripts: string[]; styles: string[]; preloads: string[]; fonts?: string[] }

type Props = {
  /** Undefined for the 404 page. */
  path?: string
  title: string
  description: string
  /** The page's name, which the script reads. */
  page: string
  assets: SiteAssets
  appUrl: string
  facts?: PublicFacts | undefined
  moment: Moment
  structured?: object
  children: ReactNode
}

export const page = (element: ReactNode) => `<!doctype html>${renderToStaticMarkup(element)}`

/** The HTML document of a public page: head, header, content and footer. */
export function Document({ children, page, ...head }: Props) {
  const { facts, moment } = head
  const name = facts?.name ?? 'Stödpunkt'
  return (
    <html lang="sv">
      <Head {...head} path={head.path} facts={facts} />
      <body data-page={page} className="flex min-h-dvh flex-col text-body">
        <a
          href="#innehall"
          className="sr-only rounded-sm bg-raised p-3 focus:not-sr-only focus:absolute focus:z-20 focus:m-2"
        >
          Hoppa till innehållet
        </a>
        <SiteHeader name={name} page={page} answered={moment.answered} logo={facts?.pictures.logo} />
        <main id="innehall" className="flex-1">
          {children}
        </main>
        <SiteFooter name={name} facts={facts} year={moment.year} />
        <Now name="call-bar">
          <CallBar moment={moment} />
        </Now>
      </body>
    </html>
  )
}
