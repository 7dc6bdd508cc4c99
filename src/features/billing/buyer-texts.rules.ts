// What an invoice basis says of its buyer, for screens, print and PDF.
import { billingLabels } from '#features/customers/billing-details.contract.ts'
import { countryName } from '#features/customers/countries.rules.ts'
import { recipientLabels } from '#features/customers/recipients.contract.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import type { Buyer } from './buyer.contract.ts'

/** The address that ends with the code of another country, with its name instead. */
export const addressText = ({ address, country }: Pick<Buyer, 'address' | 'country'>): string | null =>
  address && country && country !== 'SE' && address.endsWith(`, ${country}`)
    ? `${address.slice(0, -country.length)}${countryName(country)}`
    : address

type Recipients = { recipients: readonly unknown[] }

/** What is known of the buyer, in the order of an invoice; without the recipient where the lines are grouped by it. */
export function buyerText(buyer: Buyer, { recipients }: Recipients): [label: string, value: string][] {
  const ofRecipient = (value: string | null) => (recipients.length > 0 ? null : value)
  const rows: [string, string | null][] = [
    [billingLabels.customerNumber, buyer.customerNumber],
    [billingLabels.orgNumber, buyer.orgNumber],
    [billingLabels.vatNumber, buyer.vatNumber],
    ['Adress', addressText(buyer)],
    ['Faktureras till', ofRecipient([buyer.recipient, buyer.recipientAddress].filter(Boolean).join('\n'))],
    [billingLabels.invoiceEmail, ofRecipient(buyer.invoiceEmail && readableAddress(buyer.invoiceEmail))],
    [billingLabels.yourReference, ofRecipient(buyer.yourReference)],
    [recipientLabels.costCentre, ofRecipient(buyer.costCentre)],
    [billingLabels.orderNumber, buyer.orderNumber],
    ['Betalningsvillkor', buyer.paymentDays === null ? null : plural(buyer.paymentDays, 'dag', 'dagar')],
  ]
  return rows.flatMap(([label, value]) => (value ? [[label, value]] : []))
}
