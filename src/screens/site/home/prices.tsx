import { namedLines } from '../lines.rules.ts'

/** The price list; hidden until the company has entered prices. */
export function Prices({ prices }: { prices: string | null | undefined }) {
  const lines = namedLines(prices)
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="priser">
      <div className="wrap py-12 sm:py-28">
        <span className="cable-left" />
        <div className="mx-auto max-w-[50rem] rounded-lg bg-raised px-6 py-10 shadow-high sm:px-14 sm:py-14 print:p-0 print:shadow-none">
          <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
            <h2 id="priser" className="font-bold text-title tracking-[-0.025em]">
              Priser
            </h2>
            <p className="text-ink-soft">Inga dolda kostnader.</p>
          </div>
          <dl className="mt-8 flex flex-col gap-5 sm:mt-10 sm:text-lead">
            {lines.map(({ name, text }) => (
              <div key={name} className="flex flex-wrap items-baseline gap-x-3">
                <dt className="flex items-baseline gap-3 after:hidden after:min-w-8 after:flex-1 after:border-line-strong after:border-b-2 after:border-dotted sm:flex-1 sm:after:block">
                  {name}
                </dt>
                <dd className="ml-auto font-semibold tabular-nums">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  )
}
