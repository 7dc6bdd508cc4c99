import { buyerText } from '../buyer-texts.rules.ts'
import type { InvoiceBasis } from '../invoice-bases.contract.ts'

/** The buyer on an invoice basis, as it was when the basis was made. */
export function BuyerFacts({ basis }: { basis: Pick<InvoiceBasis, 'buyer' | 'recipients'> }) {
  const rows = buyerText(basis.buyer, basis)
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="kopare" className="grid grid-cols-1 gap-3">
      <h2 id="kopare" className="font-semibold text-md">
        Köpare
      </h2>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 rail:grid-cols-4">
        {rows.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-ink-soft text-sm">{label}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
