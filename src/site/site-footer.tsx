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
              {facts?.orgNumber && <span className="whitespace-nowrap"> · Org.nr {facts.orgNumber}</span>}
              {facts?.vatNumber && <span className="whitespace-nowrap"> · Momsreg.nr {facts.vatNumber}</span>}
            </p>
            {facts && <Whereabouts facts={facts} />}
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

const FootLink = ({ href, children }: { href: string; children: string }) => (
  <li>
    <a href={href} className="flex min-h-11 items-center p-2 underline underline-offset-4 hover:text-ink">
      {children}
    </a>
  </li>
)

/** What the law asks a company to say of itself; a missing fact omits its part. */
function Whereabouts({ facts: { address, postalCode, city, seat } }: { facts: PublicFacts }) {
  const place = [postalCode, city].filter(Boolean).join(' ')
  const parts = [address, place, seat && `Säte: ${seat}`].filter(Boolean)
  return parts.length > 0 && <p>{parts.join(' · ')}</p>
}
