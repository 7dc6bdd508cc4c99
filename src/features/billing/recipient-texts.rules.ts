// What an invoice basis says of its recipients, for screens, print and PDF.
import { recipientLabels } from '#features/customers/recipients.contract.ts'
import { readableAddress } from '#shared/email.rules.ts'
import type { Ore } from '#shared/money.rules.ts'
import { type Buyer, type MissingOfBuyer, missingOfBuyer } from './buyer.contract.ts'
import type { InvoiceBasisLine } from './invoice-basis-content.contract.ts'
import type { Summed } from './line-texts.rules.ts'
import type { RecipientGroup } from './recipient-groups.rules.ts'
import { isReversedGoods } from './reverse-charge.rules.ts'
import { type RutLine, shownRutOre } from './shown-lines.rules.ts'

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

type SummedLine = RutLine & Pick<InvoiceBasisLine, 'recipientId'>

/** The columns of the table of all recipients, after their names. */
export const recipientSums: readonly { heading: string; of: (group: RecipientGroup) => Ore }[] = [
  { heading: 'Utan moms', of: ({ netOre }) => netOre },
  { heading: 'Moms', of: ({ vatOre }) => vatOre },
  { heading: 'Att betala', of: ({ totalOre }) => totalOre },
]
export const RECIPIENT = 'Fakturamottagare'

/** The sums of a basis, with RUT work as its lines show it. */
export const summedBasis = <Basis extends Summed & { lines: readonly RutLine[] }>(basis: Basis) => ({
  ...basis,
  rutOre: shownRutOre(basis.lines, basis.isPrivate),
  hasReversedGoods: basis.lines.some(isReversedGoods),
})

/** The sums of a group as those of a basis. */
export const summedOf = <Line extends SummedLine>(
  { lines, netOre, vat, totalOre }: RecipientGroup<Line>,
  { isReverseCharge, isPrivate }: { isReverseCharge: boolean; isPrivate: boolean },
): Summed & { rutOre: Ore } => ({
  netOre,
  vat,
  totalOre,
  isReverseCharge,
  isPrivate,
  rutOre: shownRutOre(lines, isPrivate),
  hasReversedGoods: lines.some(isReversedGoods),
})

type Referenced = Pick<InvoiceBasisLine, 'recipientId' | 'recipient' | 'reference' | 'orderNumber'>

/** Of a company: the recipients with a line that has neither reference nor order number; '' for the customer itself. */
export const withoutReference = (lines: readonly Referenced[]): string[] => [
  ...new Set(
    lines.filter(({ reference, orderNumber }) => !reference && !orderNumber).map(({ recipient }) => recipient ?? ''),
  ),
]

const list = new Intl.ListFormat('sv-SE')

type WithLines = { lines: readonly Referenced[]; recipients: readonly unknown[] }

/** What prevents billing; of a missing reference, for which of several recipients. */
export function missingText(missing: MissingOfBuyer, { lines, recipients }: WithLines): string {
  const names = withoutReference(lines).map((name) => name || 'kunden själv')
  if (missing !== 'reference' || recipients.length === 0 || names.length === 0) return missingOfBuyer[missing]
  return `Kunden kräver referens, och den saknas för ${list.format(names)}. Fyll i Er referens eller Ordernummer under Fakturering på kundens sida.`
}
