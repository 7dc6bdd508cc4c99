// The lines of an invoice basis by recipient (docs/decisions/126).
import { type Ore, sumOre } from '#shared/money.rules.ts'
import { netOfRates, vatOfRate } from './carried.rules.ts'
import type { InvoiceBasisLine, VatSum } from './invoice-basis-content.contract.ts'
import type { BasisRecipient } from './invoice-basis-recipient.contract.ts'

type GroupedLine = Pick<InvoiceBasisLine, 'recipientId' | 'vatPercent' | 'netOre'>
type Grouped<OfLine extends GroupedLine> = { lines: readonly OfLine[]; recipients: readonly BasisRecipient[] }

export type RecipientGroup<OfLine extends GroupedLine = InvoiceBasisLine> = {
  /** Undefined for the recipient of the basis. */
  recipient: BasisRecipient | undefined
  lines: OfLine[]
  /** Without VAT. */
  netOre: Ore
  /** By rate, highest first. */
  vat: VatSum[]
  vatOre: Ore
  totalOre: Ore
}

/** One group for each recipient, that of the basis first; together they have the lines and the sums of the basis. */
export function groupsOf<OfLine extends GroupedLine>({ lines, recipients }: Grouped<OfLine>): RecipientGroup<OfLine>[] {
  const own: (BasisRecipient | undefined)[] = [undefined]
  return own.concat(recipients).flatMap((recipient) => {
    const ofRecipient = lines.filter(({ recipientId }) => recipientId === (recipient?.id ?? null))
    return ofRecipient.length === 0 ? [] : [{ recipient, lines: ofRecipient, ...sumsOf(ofRecipient) }]
  })
}

function sumsOf(lines: readonly GroupedLine[]) {
  const vat = netOfRates(lines)
    .map(({ percent, netOre }) => ({ percent, netOre, vatOre: vatOfRate(lines, percent) }))
    .filter(({ netOre }) => netOre !== 0)
  const netOre = sumOre(lines.map((line) => line.netOre))
  const vatOre = sumOre(vat.map((one) => one.vatOre))
  return { netOre, vat, vatOre, totalOre: sumOre([netOre, vatOre]) }
}

/** Whether the lines say who gets them: with several recipients, or one that is not the first. */
export const isGrouped = ({ recipients }: Pick<Grouped<GroupedLine>, 'recipients'>): boolean => recipients.length > 0
