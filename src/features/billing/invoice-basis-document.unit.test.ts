import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ore, sumOre } from '#shared/money.rules.ts'
import { invoiceBasisFileName } from './invoice-bases.rules.ts'
import { type DocumentBasis, invoiceBasisDocument, NOT_AN_INVOICE } from './invoice-basis-document.rules.ts'
import { aDocumentBasis, aDocumentLine, ofLines } from './testing/document-basis.ts'

const company = { name: 'Nordnät AB', lines: ['Org.nr 556677-8899'], color: '#12493d' }
const documentOf = (basis: DocumentBasis) => {
  const { tables, ...rest } = invoiceBasisDocument(company, basis, [])
  const [lines] = tables
  return { ...rest, rows: lines?.rows ?? [], sums: lines?.sums ?? [], headings: lines?.columns.map((c) => c.heading) }
}
const readable = (text: string) => text.replaceAll('\u00a0', ' ')

test('it says that it is not an invoice, to whom it is, and every line with its price, VAT and amount', () => {
  const document = documentOf(
    aDocumentBasis({
      number: '2026-014',
      customer: { name: 'Åkeriet AB', address: 'Box 12\n891 22 Örnsköldsvik' },
      ...ofLines([
        aDocumentLine({ quantity: 90, unitOre: ore(100_000), netOre: ore(150_000) }),
        aDocumentLine({ kind: 'material', article: 'Kredit', quantity: 1, per: 1, unit: 'st', netOre: ore(-125_050) }),
        aDocumentLine({ kind: 'material', article: 'Bok', per: 1, unit: 'st', vatPercent: 6, netOre: ore(10_000) }),
      ]),
    }),
  )
  expect(document.title).toBe('Fakturaunderlag 2026-014')
  expect(document.notice).toBe(NOT_AN_INVOICE)
  expect(document.recipient).toEqual(['Åkeriet AB', 'Box 12', '891 22 Örnsköldsvik'])
  expect(document.rows.map((row) => row.map(readable))).toEqual([
    ['1', 'Arbete fjärr', '1,50 tim', '1 000,00 kr', '25 %', '1 500,00 kr'],
    ['2', 'Kredit', '1 st', '1 000,00 kr', '25 %', '−1 250,50 kr'],
    ['3', 'Bok', '60 st', '1 000,00 kr', '6 %', '100,00 kr'],
  ])
  expect(document.sums.map(({ label, value }) => [label, readable(value)])).toEqual([
    ['Summa utan moms', '349,50 kr'],
    ['Moms 25 %', '62,38 kr'],
    ['Moms 6 %', '6,00 kr'],
    ['Att betala', '417,88 kr'],
  ])
})

test('reverse charge and RUT are said', () => {
  const lines = ofLines([aDocumentLine({ isRut: true, vatPercent: 0 })])
  const { rows, sums } = documentOf(aDocumentBasis({ ...lines, isReverseCharge: true }))
  expect(rows[0]?.[1]).toBe('Arbete fjärr (RUT-arbete)')
  expect(sums.map(({ label, value }) => [label, readable(value)])).toEqual([
    ['Summa utan moms', '1 000,00 kr'],
    ['varav RUT-arbete', '1 000,00 kr'],
    ['Omvänd betalningsskyldighet', 'Ingen moms'],
    ['Att betala', '1 000,00 kr'],
  ])
})

test('two recipients have a table each with their sums, and then all together', () => {
  const west = {
    id: 'west',
    name: 'Kontor Väst',
    address: 'Box 7\n411 01 Göteborg',
    email: null,
    reference: 'Lo Ahl',
    costCentre: null,
  }
  const basis = aDocumentBasis({
    ...ofLines([
      aDocumentLine({ netOre: ore(100_001) }),
      aDocumentLine({ recipientId: 'west', orderNumber: 'PO 9', netOre: ore(50_000) }),
    ]),
    recipients: [west],
  })
  const own = { ...basis.buyer, recipient: 'Huvudkontoret', yourReference: 'Kim Ek', invoiceEmail: 'f@kund.example' }
  const document = invoiceBasisDocument(company, { ...basis, buyer: own }, [])
  const shown = document.tables.map(({ caption, lead, rows, sums = [] }) => ({
    caption,
    lead,
    rows: rows.map((cells) => cells.map(readable)),
    total: readable(sums.at(-1)?.value ?? ''),
  }))
  expect(shown).toEqual([
    {
      caption: 'Huvudkontoret',
      lead: 'E-post för faktura: f@kund.example · Er referens: Kim Ek',
      rows: [['1', 'Arbete fjärr', '1,00 tim', '1 000,00 kr', '25 %', '1 000,01 kr']],
      total: '1 250,01 kr',
    },
    {
      caption: 'Kontor Väst',
      lead: 'Adress: Box 7, 411 01 Göteborg · Er referens: Lo Ahl',
      rows: [['2', 'Arbete fjärr\nOrdernummer PO 9', '1,00 tim', '1 000,00 kr', '25 %', '500,00 kr']],
      total: '625,00 kr',
    },
    {
      caption: 'Alla fakturamottagare',
      lead: undefined,
      rows: [
        ['Huvudkontoret', '1 000,01 kr', '250,00 kr', '1 250,01 kr'],
        ['Kontor Väst', '500,00 kr', '125,00 kr', '625,00 kr'],
      ],
      total: '1 875,01 kr',
    },
  ])
  expect(document.facts.map(([label]) => label)).not.toContain('Er referens')
})

test('a private customer sees amounts with VAT, which add up to the total', () => {
  const someLines = fc.array(
    fc.record({
      netOre: fc.integer({ min: -500_000, max: 5_000_000 }).map(ore),
      vatPercent: fc.constantFrom(25, 12, 6, 0),
    }),
    { minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(someLines, (lines) => {
      const basis = aDocumentBasis({ ...ofLines(lines.map(aDocumentLine)), isPrivate: true })
      const { rows, headings } = documentOf(basis)
      const amounts = rows.map((row) =>
        ore(
          Math.round(
            Number(
              (row[5] ?? '')
                .replace(/[^\d,−]/g, '')
                .replace('−', '-')
                .replace(',', '.'),
            ) * 100,
          ),
        ),
      )
      expect(headings).toEqual(['Rad', 'Vad', 'Antal', 'À-pris med moms', 'Moms', 'Belopp med moms'])
      expect(sumOre(amounts)).toBe(basis.totalOre)
    }),
  )
})

test('the file name has the number or the month, and of the customer’s name what every system accepts', () => {
  const nameOf = (name: string, number: string | null = null) =>
    invoiceBasisFileName({ number, month: '2026-10', customer: { name } }, 'pdf')
  expect(nameOf('Åkeriet & Söner AB', '2026-014')).toBe('fakturaunderlag_2026-014_Åkeriet_Söner_AB.pdf')
  expect(nameOf('../..\\"C:";<b>\u202e')).toBe('fakturaunderlag_2026-10_C_b.pdf')
  expect(nameOf('…')).toBe('fakturaunderlag_2026-10.pdf')
  expect(nameOf('Å'.repeat(160)).length).toBeLessThan(120)
  expect(nameOf(`${'a'.repeat(79)}𝔸`)).toBe(`fakturaunderlag_2026-10_${'a'.repeat(79)}.pdf`)
})
