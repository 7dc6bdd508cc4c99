import { MESSAGE_RESPONSE } from '#features/company/response-time.rules.ts'
import type { PublicFacts } from '../facts.ts'

const stepsOf = (hasPhone: boolean) => [
  ['Du hör av dig', `${hasPhone ? 'Ring, eller beskriv' : 'Beskriv'} felet i formuläret. Berätta om det är akut.`],
  ['Vi svarar', `En tekniker läser det du skrev och hör av sig. Andra frågor får svar ${MESSAGE_RESPONSE}.`],
  ['Vi löser det', 'Hemma hos dig, på telefon eller med e-post. Du vet priset innan vi börjar.'],
]

/** Three steps as sockets on the drawn cable: side by side on wide screens, else stacked. */
export function Steps({ facts }: { facts: PublicFacts | undefined }) {
  const steps = stepsOf(Boolean(facts?.phone || facts?.emergencyPhone))
  return (
    <section aria-labelledby="sa-gar-det-till" className="overflow-clip bg-surface">
      <div className="wrap py-12 sm:py-28">
        <span className="cable-left rail:hidden" />
        <h2 id="sa-gar-det-till" className="font-bold text-title tracking-[-0.025em]">
          Så går det till
        </h2>
        <div className="relative mt-10 rail:mt-20">
          {/* Down the left gutter, along the sockets, and down the right one. */}
          <span className="-top-96 absolute left-[calc(var(--gutter)/-2-1.5px)] hidden h-103.5 w-16 rounded-bl-[2.5rem] border-accent border-b-[3px] border-l-[3px] rail:block" />
          <span className="absolute top-[1.6875rem] right-12 left-7 hidden border-accent border-t-[3px] rail:block" />
          <span className="-bottom-96 absolute top-[1.6875rem] right-[calc(var(--gutter)/-2-1.5px)] hidden w-18 rounded-tr-[2.5rem] border-accent border-t-[3px] border-r-[3px] rail:block" />
          <ol className="grid gap-x-16 gap-y-8 rail:grid-cols-3">
            {steps.map(([title, text], at) => (
              <li key={title} className="relative">
                <span className="-translate-x-1/2 absolute top-[1.25rem] left-[calc(var(--gutter)/-2)] size-4 rounded-full border-[3px] border-accent bg-surface rail:hidden" />
                <span
                  aria-hidden="true"
                  className="relative flex size-14 items-center justify-center rounded-md border-[3px] border-primary bg-surface font-bold text-primary text-xl"
                >
                  {at + 1}
                </span>
                <h3 className="mt-3 font-bold sm:mt-5 text-xl tracking-tight">{title}</h3>
                <p className="mt-2 max-w-[26rem] text-ink-soft">{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}
