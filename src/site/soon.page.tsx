import type { PublicFacts } from './facts.ts'
import { PhoneLink } from './phone.tsx'

export const soonPages = {
  '/om-oss': { title: 'Om oss', text: 'Här berättar vi snart vilka vi är och hur vi arbetar.' },
  '/kontakt': { title: 'Kontakt', text: 'Här finns snart ett formulär för ditt meddelande.' },
  '/support': { title: 'Boka support', text: 'Här kan du snart beskriva felet, så hör vi av oss.' },
} as const

type Props = { title: string; text: string; facts: PublicFacts | undefined }

/** A page that is on its way says so, and how to reach the company until then. */
export function SoonPage({ title, text, facts }: Props) {
  return (
    <div className="mx-auto max-w-6xl px-5 py-12 sm:px-8 sm:py-20">
      <h1 className="font-bold text-2xl tracking-tight">{title}</h1>
      <p className="mt-4 text-ink-soft text-lg">{text}</p>
      {(facts?.phone || facts?.email) && (
        <dl className="mt-10 grid max-w-md gap-4 rounded-lg border border-line bg-surface p-6 shadow-low">
          {facts.phone && (
            <div>
              <dt className="text-ink-soft">Ring oss</dt>
              <dd>
                <PhoneLink
                  number={facts.phone}
                  className="font-semibold text-lg text-pine underline underline-offset-4"
                />
              </dd>
            </div>
          )}
          {facts.email && (
            <div>
              <dt className="text-ink-soft">Skriv till oss</dt>
              <dd>
                <a href={`mailto:${facts.email}`} className="font-semibold text-pine underline underline-offset-4">
                  {facts.email}
                </a>
              </dd>
            </div>
          )}
        </dl>
      )}
    </div>
  )
}
