import type { PublicFacts } from '../facts.ts'
import { type NamedLine, namedLines, paragraphs } from '../lines.rules.ts'

/** Customers' quotes, certificates, insurance and F-tax; hidden until the company has entered them. */
export function TrustSignals({ facts }: { facts: PublicFacts | undefined }) {
  const quotes = namedLines(facts?.quotes).filter(({ text }) => text)
  const marks = [
    ...paragraphs(facts?.certificates ?? ''),
    ...(facts?.insurance ? [facts.insurance] : []),
    ...(facts?.fTax ? ['Godkänd för F-skatt'] : []),
  ]
  if (quotes.length === 0 && marks.length === 0) return null
  return (
    <section aria-labelledby="lita" className="bg-surface">
      <div className="wrap py-12 sm:py-28">
        <span className="cable-left rail:hidden" />
        <h2 id="lita" className="font-bold text-title tracking-[-0.025em]">
          {quotes.length > 0 ? 'Vad kunder säger' : 'Ordning på papperen'}
        </h2>
        {quotes.length > 0 && (
          <ul className="mt-8 grid gap-6 rail:grid-cols-2">
            {quotes.map((quote) => (
              <Quote key={quote.name + quote.text} {...quote} />
            ))}
          </ul>
        )}
        {marks.length > 0 && (
          <ul className="mt-8 flex flex-wrap gap-3">
            {marks.map((mark) => (
              <li key={mark} className="rounded-md border-2 border-line px-4 py-2 font-semibold">
                {mark}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

const Quote = ({ name, text }: NamedLine) => (
  <li>
    <figure className="rounded-lg bg-primary-soft p-6 sm:p-8">
      <blockquote className="text-lead">”{text}”</blockquote>
      <figcaption className="mt-3 font-semibold">{name}</figcaption>
    </figure>
  </li>
)
