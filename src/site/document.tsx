import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PublicFacts } from './facts.ts'
import { Head } from './head.tsx'
import type { SitePath } from './paths.ts'

export type SiteAssets = { scripts: string[]; styles: string[]; preloads: string[]; fonts?: string[] }

type Props = {
  /** Undefined for the page of what is missing. */
  path?: SitePath
  title: string
  description: string
  /** Named for the script. */
  page: string
  assets: SiteAssets
  appUrl: string
  facts?: PublicFacts | undefined
  year: number
  children: ReactNode
}

export const page = (element: ReactNode) => `<!doctype html>${renderToStaticMarkup(element)}`

/** A public page: header, content and footer, complete without script. */
export function Document({ path, title, description, page, assets, appUrl, facts, year, children }: Props) {
  const name = facts?.name ?? 'Stödpunkt'
  return (
    <html lang="sv">
      <Head path={path} title={title} description={description} facts={facts} assets={assets} appUrl={appUrl} />
      <body data-page={page} className="flex min-h-dvh flex-col text-md">
        <a href="#innehall" className="sr-only rounded-sm bg-raised p-3 focus:not-sr-only focus:absolute focus:m-2">
          Hoppa till innehållet
        </a>
        <SiteHeader name={name} />
        <main id="innehall" className="flex-1">
          {children}
        </main>
        <SiteFooter name={name} facts={facts} year={year} />
      </body>
    </html>
  )
}

const links = [
  ['/', 'Hem'],
  ['/kontakt', 'Kontakt'],
  ['/om-oss', 'Om oss'],
  ['/customer-login', 'Portal'],
] as const

function SiteHeader({ name }: { name: string }) {
  return (
    <header className="border-line border-b bg-surface">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-3 sm:px-8">
        <a href="/" className="flex items-center gap-2.5 font-semibold tracking-tight">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          {name}
        </a>
        <nav aria-label="Sidans meny">
          <ul className="-mx-3 flex flex-wrap">
            {links.map(([href, text]) => (
              <li key={href}>
                <a href={href} className="block rounded-sm px-3 py-2.5 text-ink-soft hover:text-ink hover:underline">
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  )
}

function SiteFooter({ name, facts, year }: { name: string; facts: PublicFacts | undefined; year: number }) {
  return (
    <footer className="border-line border-t bg-surface">
      <div className="mx-auto flex max-w-6xl flex-wrap justify-between gap-x-8 gap-y-2 px-5 py-6 text-base text-ink-soft sm:px-8">
        <div className="flex flex-col gap-1">
          <p>
            © {year} {name}
            {facts?.orgNumber && <> · Org.nr {facts.orgNumber}</>}
            {facts?.vatNumber && <> · Momsreg.nr {facts.vatNumber}</>}
          </p>
          {facts && <Whereabouts facts={facts} />}
        </div>
        {facts?.groupLine && <p>{facts.groupLine}</p>}
      </div>
    </footer>
  )
}

/** What the law asks a company to say of itself; a missing fact omits its part. */
function Whereabouts({ facts: { address, postalCode, city, seat } }: { facts: PublicFacts }) {
  const place = [postalCode, city].filter(Boolean).join(' ')
  const parts = [address, place, seat && `Säte: ${seat}`].filter(Boolean)
  return parts.length > 0 && <p>{parts.join(' · ')}</p>
}
