import { expect, test } from 'vitest'
import { ore } from '#shared/money.rules.ts'
import {
  type ComparedBasis,
  type ComparedLine,
  type ComparedRow,
  differenceOf,
  differenceTexts,
  hasChangedRows,
} from './difference.rules.ts'

const row = (given: Partial<ComparedRow> = {}): ComparedRow => ({
  source: 'time',
  sourceId: 'a',
  version: 1,
  workDate: '2026-11-20',
  timeFrom: '10:00',
  timeTo: '11:00',
  fromIsFirst: false,
  toIsFirst: false,
  kind: 'remote',
  technician: 'Tove',
  description: null,
  ticketNumber: null,
  minutes: 60,
  unbilledReason: null,
  lines: [1],
  ...given,
})
const line = (given: Partial<ComparedLine> = {}): ComparedLine => ({
  kind: 'remote',
  article: null,
  articleNumber: null,
  isRut: false,
  month: null,
  unit: 'tim',
  per: 60,
  quantity: 210,
  unitOre: ore(95_000),
  netOre: ore(332_500),
  vatPercent: 25,
  ...given,
})
const basis = (given: Partial<ComparedBasis> = {}): ComparedBasis => ({
  rows: [row()],
  lines: [line()],
  netOre: ore(332_500),
  totalOre: ore(415_625),
  needsApproval: true,
  isPrivate: false,
  ...given,
})
const texts = (after: Partial<ComparedBasis>, before = basis()) => {
  const difference = differenceOf(before, { ...before, ...after })
  return difference && differenceTexts(difference).map((text) => text.replaceAll('\u00a0', ' '))
}

test('nothing differs when a change is undone, or the technician has another name now', () => {
  expect(differenceOf(basis(), basis({ rows: [row({ version: 3 })] }))).toBeUndefined()
  expect(differenceOf(basis(), basis({ rows: [row({ technician: 'Tove Berg' })] }))).toBeUndefined()
})

test('another technician, text or time of a row is a changed row, also when the amount is the same', () => {
  for (const given of [{ technician: 'Ulla' }, { description: 'Router' }, { timeFrom: '09:00', timeTo: '10:00' }])
    expect(texts({ rows: [row({ version: 2, ...given })] })).toEqual(['1 post ändrad'])
  const rut = { rows: [row({ version: 2 })], lines: [line({ isRut: true })] }
  expect(texts(rut)?.[0]).toBe('1 post ändrad')
})

test('another price of travel and material is a changed row; another price of work is not', () => {
  const expense = basis({ rows: [row({ source: 'expense' })], lines: [line({ kind: 'travel', article: 'Resa' })] })
  const dearer = { unitOre: ore(100_000), netOre: ore(350_000) }
  const changed = differenceOf(expense, {
    ...expense,
    rows: [row({ source: 'expense', version: 2 })],
    lines: [line({ kind: 'travel', article: 'Resa', ...dearer })],
  })
  expect(changed && hasChangedRows(changed)).toBe(true)
  const priced = differenceOf(basis(), basis({ rows: [row({ version: 2 })], lines: [line(dearer)] }))
  expect(priced && hasChangedRows(priced)).toBe(false)
})

test('a difference is said line by line: quantity, price, new and removed lines, late months, the sum', () => {
  expect(
    texts({ lines: [line({ quantity: 240, netOre: ore(380_000) })], totalOre: ore(475_000), netOre: ore(380_000) }),
  ).toEqual(['Arbete fjärr: 3,5 → 4 tim, +475,00 kr', 'Att betala: 4 156,25 kr → 4 750,00 kr'])
  expect(texts({ lines: [line({ unitOre: ore(105_000), netOre: ore(367_500) })] })).toEqual([
    'Arbete fjärr: 950,00 kr → 1 050,00 kr per tim, +350,00 kr',
  ])
  expect(texts({ lines: [line({ vatPercent: 12 })] })).toEqual([
    'Arbete fjärr: annan artikel, moms eller avrundning, 0,00 kr',
  ])
  expect(
    texts({
      lines: [
        line({
          kind: 'start',
          unit: 'st',
          per: 1,
          quantity: 1,
          unitOre: ore(50_000),
          netOre: ore(50_000),
          month: '2026-10',
        }),
      ],
    }),
  ).toEqual([
    'Startavgift (oktober 2026): ny rad, 1 st, +500,00 kr',
    'Arbete fjärr: raden borttagen, 3,5 tim, −3 325,00 kr',
  ])
})

test('lines of one name are compared by their price: of two, the one that changed is said', () => {
  const other = line({ unitOre: ore(120_000), quantity: 600, netOre: ore(1_200_000) })
  const before = basis({ lines: [line(), other] })
  expect(texts({ lines: [{ ...other, quantity: 660, netOre: ore(1_320_000) }, line()] }, before)).toEqual([
    'Arbete fjärr: 10 → 11 tim, +1 200,00 kr',
  ])
})

test('another recipient or order number is a changed line, and no changed row', () => {
  const moved = (given: Partial<ComparedLine>) => texts({ rows: [row({ version: 2 })], lines: [line(given)] })
  expect(moved({ recipientId: 'west' })).toEqual(['Arbete fjärr: annan fakturamottagare, 0,00 kr'])
  expect(moved({ orderNumber: 'PO 9' })).toEqual(['Arbete fjärr: ordernummer PO 9, 0,00 kr'])
  const before = basis({ lines: [line({ orderNumber: 'PO 9' })] })
  expect(texts({ lines: [line()] }, before)).toEqual(['Arbete fjärr: inget eget ordernummer, 0,00 kr'])
  expect(texts({ lines: [line({ orderNumber: 'PO 9' })] }, before)).toBeUndefined()
})

test('lines of two recipients are compared with their own', () => {
  const [first, west] = [line(), line({ recipientId: 'west', quantity: 60, netOre: ore(95_000) })]
  const more = { ...west, quantity: 120, netOre: ore(190_000) }
  expect(texts({ lines: [more, first] }, basis({ lines: [first, west] }))).toEqual([
    'Arbete fjärr: 1 → 2 tim, +950,00 kr',
  ])
})

test('rows that are gone or new are counted, and whether approval is needed now', () => {
  expect(texts({ rows: [row({ sourceId: 'b' }), row({ sourceId: 'c' })], needsApproval: false })).toEqual([
    '2 poster till, 1 post borttagen',
    'Kunden behöver inte godkänna längre',
  ])
})

test('a customer that is private now, or no longer, differs although nothing else does', () => {
  expect(texts({ isPrivate: true })).toEqual(['Kunden är privatperson nu'])
  expect(texts({}, basis({ isPrivate: true }))).toBeUndefined()
  expect(texts({ isPrivate: false }, basis({ isPrivate: true }))).toEqual(['Kunden är inte privatperson längre'])
})
