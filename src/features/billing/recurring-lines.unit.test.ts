import { expect, test } from 'vitest'
import { ore } from '#shared/money.rules.ts'
import { type MonthToPrice, priceMonth } from './pricing.rules.ts'
import { type BilledLine, type DatedFee, recurringLines, unbilledRecurring } from './recurring-lines.rules.ts'
import { REVERSE_CHARGE } from './reverse-charge.rules.ts'
import { charge } from './testing/charges.ts'
import { aMonth, terms, work } from './testing/months.ts'

const fee = (validFrom: string, feeOre: number, name: string | null = 'Bas'): DatedFee => ({
  validFrom,
  name,
  feeOre: ore(feeOre),
})
const billedFee = (month: string, netOre: number): BilledLine => ({
  chargeId: null,
  period: { from: `${month}-01`, to: `${month}-31` },
  netOre: ore(netOre),
  vatPercent: 25,
  vatReason: null,
  charged: null,
  isReversed: false,
  discountMonth: month,
  billedAt: '2026-11-01',
})
const feesOf = (month: string, fees: DatedFee[], billed: BilledLine[] = []) =>
  priceMonth(aMonth({ month, fees, billed })).lines.map(({ article, netOre }) => [article, netOre])

test('the monthly fee of an agreement counts by days in the months in which it changes', () => {
  expect(feesOf('2026-11', [fee('2026-11-01', 150_000)])).toEqual([['Månadsavgift november, Bas', 150_000]])
  expect(feesOf('2026-11', [fee('2026-11-16', 150_000)])).toEqual([
    ['Månadsavgift november, Bas, 15 av 30 dagar', 75_000],
  ])
  expect(feesOf('2026-11', [fee('2026-11-01', 150_000), fee('2026-11-11', 180_000, 'Plus')])).toEqual([
    ['Månadsavgift november, Plus, ändrad under månaden', 170_000],
  ])
  expect(feesOf('2026-12', [fee('2026-11-01', 0), fee('2026-12-01', 0, null)])).toEqual([])
})

test('a fee of an earlier month is due where that month is billed or chosen, and what has changed of it is an adjustment', () => {
  const fees = [fee('2026-10-01', 100_000), fee('2026-11-01', 120_000)]
  const november = ['Månadsavgift november, Bas', 120_000]
  const october = ['Månadsavgift oktober, Bas', 100_000]
  expect(feesOf('2026-11', fees)).toEqual([november])
  expect(unbilledRecurring(aMonth({ month: '2026-11', fees }))).toEqual(new Map([['2026-10', 1]]))
  const netsOf = (given: Partial<MonthToPrice>) =>
    priceMonth(aMonth({ month: '2026-11', fees, ...given })).lines.map(({ article, netOre }) => [article, netOre])
  expect(netsOf({ billedMonths: ['2026-10'] })).toEqual([october, november])
  expect(netsOf({ takenMonths: ['2026-10'] })).toEqual([october, november])
  expect(feesOf('2026-11', fees, [billedFee('2026-10', 100_000)])).toEqual([november])
  expect(feesOf('2026-11', fees, [billedFee('2026-10', 150_000)])).toEqual([
    ['Justering oktober: månadsavgift', -50_000],
    november,
  ])
})

test('charges of months without a basis are counted by month, those without a price too', () => {
  const unpriced = charge({ id: 'other', startsOn: '2026-10-01', prices: [], articlePrices: [] })
  const month = { charges: [charge({ startsOn: '2026-09-10' }), unpriced], billedMonths: ['2026-09'] }
  expect(unbilledRecurring(aMonth(month))).toEqual(new Map([['2026-10', 2]]))
  expect(recurringLines(aMonth({ ...month, takenMonths: ['2026-10'] })).unpriced).toEqual(['Microsoft 365'])
})

test('lines of one charge are in the order of their periods, corrections last', () => {
  const one = charge({ startsOn: '2026-08-01', quantities: [{ validFrom: '2026-08-01', hundredths: 100 }] })
  const before = { priceOre: ore(100), basisPoints: null, amountOre: null, spans: [] }
  const billedOf = (month: string): BilledLine => ({ ...billedFee(month, 100), chargeId: 'charge', charged: before })
  const { lines } = recurringLines(
    aMonth({
      charges: [charge({ id: 'a', name: 'Backup', startsOn: '2026-09-01', quantities: one.quantities }), one],
      billedMonths: ['2026-08', '2026-09', '2026-10'],
      billed: ['2026-10', '2026-08', '2026-09'].map(billedOf),
    }),
  )
  expect(lines.map(({ kind, charge: of, period }) => `${kind} ${of?.id} ${period?.from}`)).toEqual([
    'charge a 2026-09-01',
    'charge a 2026-10-01',
    'charge a 2026-11-01',
    'charge charge 2026-11-01',
    'adjustment charge 2026-08-01',
    'adjustment charge 2026-09-01',
    'adjustment charge 2026-10-01',
  ])
})

test('an agreement with a fee that begins within a month gives its included hours in the proportion of the fee', () => {
  const included = (fees: DatedFee[], from: string) =>
    priceMonth(
      aMonth({
        month: '2026-11',
        fees,
        termsOn: (date) => terms({ includedMinutes: date < from ? 0 : 120 }),
        work: [work({ minutes: 240 })],
      }),
    ).included
  expect(included([fee('2026-11-16', 150_000)], '2026-11-16')).toEqual({ minutes: 60, used: 60 })
  expect(included([fee('2026-11-01', 150_000)], '2026-11-01')).toEqual({ minutes: 120, used: 120 })
  expect(included([fee('2026-11-16', 0)], '2026-11-16')).toEqual({ minutes: 0, used: 0 })
  const earlier = [fee('2026-10-01', 150_000), fee('2026-11-16', 150_000)]
  expect(included(earlier, '2026-11-01')).toEqual({ minutes: 120, used: 120 })
})

const credit = (netOre: number): BilledLine => ({
  ...billedFee('2026-10', netOre),
  chargeId: 'charge',
  charged: { priceOre: ore(0), basisPoints: null, amountOre: null, spans: [] },
})

test('a month with a negative total carries every rate to the next, and its total is 0', () => {
  const november = aMonth({
    charges: [charge({ startsOn: '2026-10-01', quantities: [] })],
    billed: [credit(100_001)],
    work: [work({ minutes: 30 })],
    vatPercentOn: () => 12,
  })
  const priced = priceMonth(november)
  expect(priced.lines.map(({ kind, article, netOre, vatPercent }) => [kind, article, netOre, vatPercent])).toEqual([
    ['adjustment', expect.stringContaining('Justering oktober'), -100_001, 25],
    ['remote', undefined, 50_000, 12],
    ['carried', 'Förs över från november till nästa underlag', 100_001, 25],
    ['carried', 'Förs över från november till nästa underlag', -50_000, 12],
  ])
  expect(priced).toMatchObject({ netOre: 0, vat: [], vatOre: 0, totalOre: 0, sums: { recurring: -50_000 } })
  expect(priced.rows[0]?.shares).toEqual([{ line: 1, minutes: 30 }])
})

test('what an earlier basis carried is taken by the next one, and carried on while it is larger', () => {
  const taking = (minutes: number) =>
    priceMonth(
      aMonth({ work: [work({ minutes })], carried: [{ percent: 25, netOre: ore(100_000), month: '2026-10' }] }),
    )
  expect(taking(90).lines.map(({ article, netOre }) => [article, netOre])).toEqual([
    [undefined, 150_000],
    ['Från oktober', -100_000],
  ])
  expect(taking(90)).toMatchObject({ netOre: 50_000, vatOre: 12_500, totalOre: 62_500 })
  expect(taking(30).lines.at(-1)).toMatchObject({
    article: 'Förs över från november till nästa underlag',
    netOre: 50_000,
  })
  expect(taking(30).totalOre).toBe(0)
  expect(priceMonth(aMonth({ carried: [{ percent: 25, netOre: ore(100), month: '2026-10' }] })).lines).toEqual([])
})

test('sums and VAT of a rate may be negative while the total is not', () => {
  const { vat, totalOre } = priceMonth(
    aMonth({
      charges: [charge({ startsOn: '2026-10-01', quantities: [] })],
      billed: [credit(1_001)],
      work: [work()],
      vatPercentOn: () => 12,
    }),
  )
  expect(vat).toEqual([
    { percent: 25, netOre: -1_001, vatOre: -250 },
    { percent: 12, netOre: 100_000, vatOre: 12_000 },
  ])
  expect(totalOre).toBe(100_000 + 12_000 - 1_251)
})

test('charges of a class of VAT have its rate, and none with reverse charge', () => {
  const percents = (given: object, isReverseCharge = false) =>
    priceMonth(aMonth({ month: '2026-01', charges: [charge(given)], isReverseCharge })).lines.map(
      ({ vatPercent, vatReason }) => [vatPercent, vatReason],
    )
  expect(percents({})).toEqual([[25, null]])
  expect(percents({ vatClass: 'vat12' })).toEqual([[12, null]])
  expect(percents({ vatClass: 'none', vatReason: 'Undantag' })).toEqual([[0, 'Undantag']])
  expect(percents({ vatClass: 'vat6' }, true)).toEqual([[0, null]])
})

test('the correction of a reversed period says so for a customer that has no reverse charge any more', () => {
  const reversed = { ...credit(1_000), vatPercent: 0, isReversed: true }
  const reasonOf = (isReverseCharge: boolean) =>
    priceMonth(
      aMonth({
        isReverseCharge,
        charges: [charge({ startsOn: '2026-10-01', quantities: [] })],
        billed: [reversed],
        work: [work()],
      }),
    ).lines.find(({ kind }) => kind === 'adjustment')
  expect(reasonOf(false)).toMatchObject({ vatPercent: 0, vatReason: REVERSE_CHARGE })
  expect(reasonOf(true)).toMatchObject({ vatPercent: 0, vatReason: null })
})

test.each([
  // Approved at 1 000 kr while it came to 2 000.
  [1000, 1000, 2000, 0],
  [1000, 1000, 1500, 0],
  [1000, 1000, 2500, 500],
  [1000, 1000, 600, -400],
  [1000, 1000, 0, -1000],
  // Approved at 1 000 kr while it came to 800.
  [1000, -200, 800, 0],
  [1000, -200, 900, 0],
  [1000, -200, 1300, 300],
  [1000, -200, 400, -500],
  [1000, -200, 0, -1000],
])('of a month billed at %i kr, with %i kr that staff did not take, a fee of %i kr is corrected by %i', (...kronor) => {
  const [billed, forgone, now, due] = kronor.map((amount) => amount * 100) as [number, number, number, number]
  const kept = { ...billedFee('2026-11', billed), forgoneOre: ore(forgone) }
  expect(feesOf('2026-12', [fee('2026-11-01', now), fee('2026-12-01', 0)], [kept]).slice(0, 1)).toEqual(
    due === 0 ? [] : [['Justering november: månadsavgift', due]],
  )
})
