// What an invoice basis says of its recipients, for screens, print and PDF.
import { recipientLabels } from '#features/customers/recipients.contract.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { type Ore, sumOre } from '#shared/money.rules.ts'
import type { Buyer } from './buyer.contract.ts'
import type { InvoiceBasisLine } from './invoice-basis-content.contract.ts'
import type { Summed } from './line-texts.rules.ts'
import type { RecipientGroup } from './recipient-groups.rules.ts'

type Fact = [label: string, value: string]

/** The heading of the sums of all groups. */
export const ALL_RECIPIENTS = 'Alla fakturamottagare'

/** The name and the details of who gets the lines of a group. */
export function recipientText(
  { recipient }: Pick<RecipientGroup, 'recipient'>,
  buyer: Buyer,
): { name: string; facts: Fact[] } {
  const { name, address, email, reference, costCentre } = recipient ?? {
    name: buyer.recipient ?? 'Kunden själv',
    address: buyer.recipientAddress,
    email: buyer.invoiceEmail,
    reference: buyer.yourReference,
    costCentre: buyer.costCentre,
  }
  const facts: [string, string | null][] = [
    [recipientLabels.address, address?.split('\n').join(', ') ?? null],
    [recipientLabels.email, email && readableAddress(email)],
    [recipientLabels.reference, reference],
    [recipientLabels.costCentre, costCentre],
  ]
  return { name, facts: facts.flatMap(([label, value]): Fact[] => (value ? [[label, value]] : [])) }
}

/** The order number of a line's charge or ticket, when it is another than the customer's. */
export const orderNumberText = (
  { orderNumber }: { orderNumber?: string | null | undefined },
  buyer?: Pick<Buyer, 'orderNumber'>,
) => (orderNumber && orderNumber !== buyer?.orderNumber ? `Ordernummer ${orderNumber}` : undefined)

type SummedLine = Pick<InvoiceBasisLine, 'isRut' | 'netOre' | 'recipientId' | 'vatPercent'>

/** The sums of a group as those of a basis. */
export const summedOf = <Line extends SummedLine>(
  { lines, netOre, vat, totalOre }: RecipientGroup<Line>,
  { isReverseCharge }: { isReverseCharge: boolean },
): Summed & { rutOre: Ore } => ({
  netOre,
  vat,
  totalOre,
  isReverseCharge,
  rutOre: sumOre(lines.filter(({ isRut }) => isRut).map((line) => line.netOre)),
})

type Referenced = Pick<InvoiceBasisLine, 'recipientId' | 'recipient' | 'reference' | 'orderNumber'>

/** Of a company: the recipients with a line that has neither reference nor order number; '' for the customer itself. */
export const withoutReference = (lines: readonly Referenced[]): string[] => [
  ...new Set(
    lines.filter(({ reference, orderNumber }) => !reference && !orderNumber).map(({ recipient }) => recipient ?? ''),
  ),
]
