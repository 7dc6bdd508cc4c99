import type { ReactNode } from 'react'
import { type HoursLine, intervalsText } from '#features/company/opening-hours.rules.ts'
import { readableAddress } from '#shared/email.rules.ts'
import type { PublicFacts } from './facts.ts'
import type { Moment } from './moment.rules.ts'
import { Now } from './now.tsx'
import { OpenStatus } from './open-status.tsx'
import { PhoneLink } from './phone.tsx'

/** `level`: the heading level on the page. */
type Titled = { title: string; level?: 'h2' | 'h3' }

export function Hours({ moment, title, level: Heading = 'h3' }: Titled & { moment: Moment }) {
  return (
    <div>
      <Heading className="font-bold text-lg tracking-tight">{title}</Heading>
      <Now name="hours">
        <OpenStatus open={moment.open} className="mt-3" />
        <dl className="mt-4 flex flex-col gap-2">
          <Week lines={moment.week} />
          <Row term="Akut support">dygnet runt</Row>
          {moment.specialDays.map(({ date, day, text }) => (
            <Row key={date} term={day}>
              {text}
            </Row>
          ))}
        </dl>
        {moment.hoursToCome.map(({ from, lines }) => (
          <div key={from} className="mt-6">
            <p className="font-semibold">{from}</p>
            <dl className="mt-2 flex flex-col gap-2">
              <Week lines={lines} />
            </dl>
          </div>
        ))}
      </Now>
    </div>
  )
}

const Week = ({ lines }: { lines: readonly HoursLine[] }) =>
  lines.map(({ days, intervals }) => (
    <Row key={days} term={days}>
      {intervalsText(intervals)}
    </Row>
  ))

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-6 border-current/15 border-b pb-2 last:border-b-0">
    <dt>{term}</dt>
    <dd className="font-semibold tabular-nums">{children}</dd>
  </div>
)

/** Phone, e-mail and address; a missing fact omits its line, and without any facts nothing is rendered. */
export function ContactDetails({ facts, title, level: Heading = 'h3' }: Titled & { facts: PublicFacts | undefined }) {
  if (!facts) return null
  const { phone, emergencyPhone, email, address, areaServed } = facts
  const postalCity = [facts.postalCode, facts.city].filter(Boolean).join(' ')
  if (![phone, emergencyPhone, email, address, postalCity, areaServed].some(Boolean)) return null
  return (
    <div>
      <Heading className="font-bold text-lg tracking-tight">{title}</Heading>
      <dl className="mt-3 flex flex-col gap-4">
        {phone && (
          <Line term="Telefon">
            <PhoneLink number={phone} className="line-link" />
          </Line>
        )}
        {emergencyPhone && (
          <Line term="Jour, dygnet runt">
            <PhoneLink number={emergencyPhone} className="line-link" />
          </Line>
        )}
        {email && (
          <Line term="E-post">
            <a href={`mailto:${email}`} className="line-link">
              {readableAddress(email)}
            </a>
          </Line>
        )}
        {(address || postalCity) && (
          <Line term="Adress">
            {address && <span className="block">{address}</span>}
            {postalCity}
          </Line>
        )}
        {areaServed && <Line term="Vi arbetar i">{areaServed}</Line>}
      </dl>
    </div>
  )
}

const Line = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-base opacity-80">{term}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)
