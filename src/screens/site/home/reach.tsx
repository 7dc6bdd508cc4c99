import { MESSAGE_RESPONSE } from '#features/company/response-time.rules.ts'
import { ContactDetails, Hours } from '../contact-details.tsx'
import type { PublicFacts } from '../facts.ts'
import type { Moment } from '../moment.rules.ts'
import { Now } from '../now.tsx'
import { PhoneLink } from '../phone.tsx'

type Props = { facts: PublicFacts | undefined; moment: Moment }

/** The phone number, opening hours and contact details. */
export function Reach({ facts, moment }: Props) {
  return (
    <section aria-labelledby="na-oss" className="bg-primary-soft">
      <div className="wrap py-12 sm:py-28">
        <h2 id="na-oss" className="font-bold text-lg text-primary tracking-tight">
          Så når du oss
        </h2>
        <Now name="reach">
          {moment.answered ? (
            <p className="mt-3">
              {moment.answered.isEmergency && <span className="block text-lead">Jouren svarar nu:</span>}
              <PhoneLink
                number={moment.answered.number}
                className="font-bold text-display tabular-nums tracking-[-0.035em] decoration-4 decoration-accent underline-offset-[0.14em] hover:underline"
              />
            </p>
          ) : (
            <p className="mt-3 max-w-[40rem] font-bold text-title tracking-[-0.025em]">
              {`Skriv till oss, så svarar vi ${MESSAGE_RESPONSE}`}
            </p>
          )}
        </Now>
        <div className="mt-10 grid gap-x-16 gap-y-10 sm:grid-cols-2 rail:grid-cols-[4fr_4fr_3fr]">
          <Hours moment={moment} title="Öppettider" />
          <ContactDetails facts={facts} title="Kontakt" />
          <div className="not-on-paper flex flex-wrap items-start gap-4 sm:col-span-2 rail:col-span-1 rail:flex-col">
            <a href="/support" className="action bg-accent text-on-accent hover:bg-accent-hover">
              Boka support
            </a>
            <a href="/kontakt" className="line-link flex min-h-11 items-center">
              Skriv ett meddelande
            </a>
          </div>
        </div>
      </div>
    </section>
  )
}
