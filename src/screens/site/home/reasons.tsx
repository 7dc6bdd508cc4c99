import { faultReportTime, URGENT_RESPONSE } from '#features/company/response-time.rules.ts'
import type { PublicFacts } from '../facts.ts'

const reasonsOf = (facts: PublicFacts | undefined) => [
  ['Snabb hjälp', `En felanmälan får svar inom ${faultReportTime(facts)}, och ${URGENT_RESPONSE} när den är akut.`],
  ['Tekniker som söker lösningen', 'Vi börjar med vad du vill få gjort, och slutar när det fungerar.'],
  ['Tydliga priser', 'Du vet vad det kostar innan vi börjar. Inga dolda kostnader.'],
]

/** Three reasons in large type on a dark band. */
export function Reasons({ facts }: { facts: PublicFacts | undefined }) {
  return (
    <section aria-labelledby="darfor" className="on-rail bg-rail text-rail-ink">
      <div className="wrap grid gap-x-16 gap-y-6 py-12 sm:gap-y-12 sm:py-28 rail:grid-cols-[4fr_7fr]">
        <span className="cable-left" />
        <h2 id="darfor" className="font-bold text-rail-ink-strong text-title tracking-[-0.025em]">
          Tre saker du kan räkna med
        </h2>
        <dl className="flex flex-col gap-6 sm:gap-14">
          {reasonsOf(facts).map(([term, text]) => (
            <div key={term}>
              <dt className="font-bold text-rail-ink-strong text-xl tracking-tight sm:text-2xl">{term}</dt>
              <dd className="mt-2 max-w-[34rem] text-lead">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
