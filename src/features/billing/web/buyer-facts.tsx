import { billingLabels } from '#features/customers/billing-details.contract.ts'
import { recipientLabels } from '#features/customers/recipients.contract.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import type { Buyer } from '../buyer.contract.ts'

/** What is known of the buyer, in the order of an invoice. */
export function buyerText(buyer: Buyer): [label: string, value: string][] {
  const rows: [string, string | null][] = [
    [billingLabels.customerNumber, buyer.customerNumber],
    [billingLabels.orgNumber, buyer.orgNumber],
    [billingLabels.vatNumber, buyer.vatNumber],
    ['Adress', buyer.address],
    ['Faktureras till', [buyer.recipient, buyer.recipientAddress].filter(Boolean).join('\n')],
    [billingLabels.invoiceEmail, buyer.invoiceEmail && readableAddress(buyer.invoiceEmail)],
    [billingLabels.yourReference, buyer.yourReference],
    [recipientLabels.costCentre, buyer.costCentre],
    [billingLabels.orderNumber, buyer.orderNumber],
    ['Betalningsvillkor', buyer.paymentDays === null ? null : plural(buyer.paymentDays, 'dag', 'dagar')],
  ]
  return rows.flatMap(([label, value]) => (value ? [[label, value]] : []))
}

/** The buyer on an invoice basis, as it was when the basis was made. */
export function BuyerFacts({ buyer }: { buyer: Buyer }) {
  const rows = buyerText(buyer)
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
