// Bases to draw: defaults for what a test does not mention.
import { type Ore, ore, sumOre } from '#shared/money.rules.ts'
import type { InvoiceBasisLine } from '../invoice-basis-content.contract.ts'
import type { DocumentBasis } from '../invoice-basis-document.rules.ts'

export const aDocumentLine = (given: Partial<InvoiceBasisLine> = {}): InvoiceBasisLine => ({
  position: 1,
  kind: 'remote',
  article: null,
  quantity: 60,
  per: 60,
  unit: 'tim',
  unitOre: ore(100_000),
  netOre: ore(100_000),
  vatPercent: 25,
  isRut: false,
  isReversed: false,
  articleNumber: null,
  vatReason: null,
  month: null,
  recipientId: null,
  recipient: null,
  orderNumber: null,
  reference: null,
  ...given,
})

const vatOf = (net: Ore, percent: number) => ore(Math.sign(net) * Math.floor((Math.abs(net) * percent + 50) / 100))

/** The lines in order, with their sums. */
export function ofLines(
  lines: readonly InvoiceBasisLine[],
): Pick<DocumentBasis, 'lines' | 'netOre' | 'vat' | 'totalOre'> {
  const vat = [...Map.groupBy(lines, ({ vatPercent }) => vatPercent)].map(([percent, ofRate]) => {
    const netOre = sumOre(ofRate.map((line) => line.netOre))
    return { percent, netOre, vatOre: vatOf(netOre, percent) }
  })
  const netOre = sumOre(vat.map((sum) => sum.netOre))
  return {
    lines: lines.map((line, nth) => ({ ...line, position: nth + 1 })),
    netOre,
    vat,
    totalOre: sumOre([netOre, ...vat.map(({ vatOre }) => vatOre)]),
  }
}

const noBuyer: DocumentBasis['buyer'] = {
  customerNumber: null,
  orgNumber: null,
  vatNumber: null,
  address: null,
  country: null,
  invoiceEmail: null,
  yourReference: null,
  orderNumber: null,
  paymentDays: null,
  recipient: null,
  recipientAddress: null,
  costCentre: null,
  reverseReason: null,
}

export const aDocumentBasis = (given: Partial<DocumentBasis> = {}): DocumentBasis => ({
  number: null,
  month: '2026-10',
  state: 'draft',
  isPrivate: false,
  isReverseCharge: false,
  rowCount: 1,
  minutes: 60,
  chargedMinutes: 60,
  approvedAt: null,
  approvedName: null,
  billedAt: null,
  endedAt: null,
  createdAt: '2026-11-02T08:00:00Z',
  buyer: noBuyer,
  recipients: [],
  customer: { name: 'Åkeriet AB', address: null },
  ...ofLines([aDocumentLine()]),
  ...given,
})
