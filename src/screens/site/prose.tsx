import type { ReactNode } from 'react'
import { readableAddress } from '#shared/email.rules.ts'
import type { PublicFacts } from './facts.ts'
import { PhoneLink } from './phone.tsx'

/** The layout of text pages. */
export const Prose = ({ children }: { children: ReactNode }) => (
  <div className="bg-surface">
    <div className="wrap grid gap-y-12 py-14 sm:py-20">{children}</div>
  </div>
)

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-1 gap-x-16 gap-y-3 rail:grid-cols-[4fr_7fr]">
    <h2 className="font-bold text-xl tracking-tight">{title}</h2>
    <div className="flex max-w-[42rem] flex-col gap-4">{children}</div>
  </section>
)

/** The company's contact details, as far as entered, and the contact form. */
export function CompanyContact({ facts }: { facts: PublicFacts | undefined }) {
  const address = [facts?.address, [facts?.postalCode, facts?.city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  return (
    <ul className="flex flex-col gap-2">
      {facts && (
        <li>
          {facts.name}
          {facts.orgNumber && `, org.nr ${facts.orgNumber}`}
          {address && `, ${address}`}
        </li>
      )}
      {facts?.email && (
        <li>
          E-post:{' '}
          <a href={`mailto:${facts.email}`} className="line-link">
            {readableAddress(facts.email)}
          </a>
        </li>
      )}
      {facts?.phone && (
        <li>
          Telefon: <PhoneLink number={facts.phone} className="line-link" />
        </li>
      )}
      <li>
        <a href="/kontakt" className="line-link">
          Skriv ett meddelande
        </a>
      </li>
    </ul>
  )
}
