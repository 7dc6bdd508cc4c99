import type { ReactNode } from 'react'
import { Frieze } from './drawings/frieze.tsx'
import type { PublicFacts } from './facts.ts'

type Props = { name: string; facts: PublicFacts | undefined; year: string }

export function SiteFooter({ name, facts, year }: Props) {
  return (
    <footer className="mt-auto">
      <Frieze />
      <div className="bg-surface">
        <div className="wrap flex flex-wrap justify-between gap-x-10 gap-y-6 py-8 text-ink-soft text-md">
          <div className="flex flex-col gap-1">
            <p>
              © {year} {name}
              {facts?.orgNumber && <NoBreak>Org.nr {facts.orgNumber}</NoBreak>}
              {facts?.vatNumber && <NoBreak>Momsreg.nr {facts.vatNumber}</NoBreak>}
            </p>
            {facts && <RegisteredAddress facts={facts} />}
            {facts?.groupLine && <p>{facts.groupLine}</p>}
          </div>
          <ul className="not-on-paper -m-2 flex flex-wrap gap-x-4">
            <FootLink href="/integritet">Integritet</FootLink>
            <FootLink href="/tillganglighet">Tillgänglighet</FootLink>
          </ul>
        </div>
      </div>
    </footer>
  )
}

/** A number that is not broken across lines. */
const NoBreak = ({ children }: { children: ReactNode }) => (
  <>
    {' · '}
    <span className="whitespace-nowrap">{children}</span>
  </>
)

const FootLink = ({ href, children }: { href: string; children: string }) => (
  <li>
    <a href={href} className="flex min-h-11 items-center p-2 underline underline-offset-4 hover:text-ink">
      {children}
    </a>
  </li>
)

/** Address and registered office, which the law requires; a missing fact omits its part. */
function RegisteredAddress({ facts: { address, postalCode, city, seat } }: { facts: PublicFacts }) {
  const postalCity = [postalCode, city].filter(Boolean).join(' ')
  const parts = [address, postalCity, seat && `Säte: ${seat}`].filter(Boolean)
  return parts.length > 0 && <p>{parts.join(' · ')}</p>
}
