import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths } from '#shared/dates.rules.ts'
import { ore, sumOre } from '#shared/money.rules.ts'
import { chargeTermText } from './charge-texts.rules.ts'
import { type ChargeToPrice, periodsThrough } from './charges.rules.ts'
import type { Line } from './invoice-lines.rules.ts'
import { type BilledLine, recurringLines } from './recurring-lines.rules.ts'
import { changed, someHistory } from './testing/charge-histories.ts'
import { charge } from './testing/charges.ts'
import { aMonth } from './testing/months.ts'
import { referenceCosts } from './testing/reference-charges.ts'

type Basis = { month: string; lines: Line[]; billedAt: string; isTakenBack: boolean }
/** Whether months without a basis are chosen. */
const TAKES_ALL = true

const toBilled = ({ lines, billedAt }: Basis): BilledLine[] =>
  lines.map(({ charge: of, period, netOre, vatPercent }) => ({
    chargeId: of?.id ?? null,
    period: period ?? { from: '', to: '' },
    netOre,
    vatPercent,
    vatReason: null,
    isReversed: false,
    charged: of?.charged ?? null,
    discountMonth: '',
    billedAt,
  }))

const monthsBefore = (month: string) => {
  const months: string[] = []
  for (let one = '2025-01'; one < month; one = addMonths(one, 1)) months.push(one)
  return months
}

function linesDue(charges: readonly ChargeToPrice[], bases: readonly Basis[], month: string, takesAll: boolean) {
  const live = bases.filter((basis) => !basis.isTakenBack && basis.month !== month)
  const billedMonths = live.map((basis) => basis.month)
  const takenMonths = takesAll ? monthsBefore(month) : []
  return recurringLines(aMonth({ month, charges, billed: live.flatMap(toBilled), billedMonths, takenMonths })).lines
}

/** Bills a month, once its live basis, if any, is taken back. */
function bill(charges: readonly ChargeToPrice[], bases: Basis[], month: string, takesAll = TAKES_ALL) {
  for (const basis of bases) if (basis.month === month) basis.isTakenBack = true
  const lines = linesDue(charges, bases, month, takesAll)
  bases.push({ month, lines, billedAt: String(bases.length).padStart(6, '0'), isTakenBack: false })
  return lines
}

/** Without a choice a line is of its own month, of a billed one, or of a period that is billed. */
function expectNoneOfUnbilledMonths(
  charges: readonly ChargeToPrice[],
  lines: readonly Line[],
  live: readonly Basis[],
  month: string,
) {
  const billed = new Set(live.flatMap((basis) => basis.lines.map((line) => `${line.charge?.id} ${line.period?.from}`)))
  for (const { charge: of, period } of lines) {
    const timing = charges.find(({ id }) => id === of?.id)?.timing
    const own = (timing === 'advance' ? period?.from : period?.to)?.slice(0, 7)
    expect(own === month || live.some((basis) => basis.month === own) || billed.has(`${of?.id} ${period?.from}`)).toBe(
      true,
    )
  }
}

/** Every period that a history bills has ended by then, also a year in arrears. */
const LAST = '2027-12'

test('after any history of changes, billings and take-backs the billed lines of each period sum to its cost', () => {
  fc.assert(
    fc.property(someHistory, ({ charges: first, events }) => {
      const charges = [...first].map((one, index) => ({ ...one, id: String(index) }))
      const bases: Basis[] = []
      for (const [turn, event] of events) {
        if (event.what === 'bill') {
          const live = bases.filter((basis) => !basis.isTakenBack && basis.month !== event.month)
          const lines = bill(charges, bases, event.month, event.takesAll)
          if (!event.takesAll) expectNoneOfUnbilledMonths(charges, lines, live, event.month)
        } else if (event.what === 'take back') {
          const basis = bases[event.turn % Math.max(1, bases.length)]
          if (basis) basis.isTakenBack = true
        } else {
          const at = turn % charges.length
          charges[at] = changed(charges[at] as (typeof charges)[number], event)
        }
      }
      bill(charges, bases, LAST)
      const live = bases.filter(({ isTakenBack }) => !isTakenBack).flatMap(({ lines }) => lines)
      const billed = Map.groupBy(live, (line) => `${line.charge?.id} ${line.period?.from}`)
      const costs = new Map(
        charges.flatMap((one) => [...referenceCosts(one, LAST)].map(([from, cost]) => [`${one.id} ${from}`, cost])),
      )
      for (const pair of new Set([...billed.keys(), ...costs.keys()])) {
        const sum = sumOre((billed.get(pair) ?? []).map(({ netOre }) => ore(netOre)))
        expect([pair, BigInt(sum)]).toEqual([pair, costs.get(pair) ?? 0n])
      }
    }),
    { numRuns: 2000 },
  )
})

const linesOf = (of: ChargeToPrice, month: string, bases: Basis[] = []) =>
  linesDue([of], bases, month, TAKES_ALL).map(({ kind, article, quantity, unitOre, netOre }) => ({
    kind,
    article,
    quantity,
    unitOre,
    netOre,
  }))

test('a whole period is quantity × price, and a part of one counts by days', () => {
  expect(linesOf(charge(), '2026-01')).toEqual([
    { kind: 'charge', article: 'Microsoft 365', quantity: 12, unitOre: 12_900, netOre: 154_800 },
  ])
  const started = charge({ startsOn: '2026-01-17', quantities: [{ validFrom: '2026-01-17', hundredths: 1200 }] })
  const part = { kind: 'charge', article: 'Microsoft 365, 12 st', quantity: 1, unitOre: 74_903, netOre: 74_903 }
  expect(linesOf({ ...started, prices: charge().prices }, '2026-01')).toEqual([part])
  expect(linesOf({ ...started, isByDays: false }, '2026-01')).toMatchObject([{ quantity: 12, netOre: 154_800 }])
  const ended = charge({ endsOn: '2026-01-15' })
  expect(linesOf(ended, '2026-03')).toMatchObject([{ netOre: 74_903 }])
})

test('a period is billed with the month of its first day, or in arrears of its last', () => {
  const months = (given: Partial<ChargeToPrice>) =>
    ['2026-01', '2026-03', '2026-04', '2026-12'].map((month) => linesOf(charge(given), month).length)
  expect(months({ period: 'quarter' })).toEqual([1, 1, 2, 4])
  expect(months({ period: 'quarter', timing: 'arrears' })).toEqual([0, 1, 1, 4])
  expect(months({ period: 'year', timing: 'arrears' })).toEqual([0, 0, 0, 1])
  expect(months({ period: 'year', timing: 'arrears', endsOn: '2026-03-05' })).toEqual([0, 1, 1, 1])
})

test('a licence that is added in a billed month is the next basis’s adjustment, and its text says from when', () => {
  const bases: Basis[] = []
  bill([charge()], bases, '2026-01')
  const added = charge({ quantities: [...charge().quantities, { validFrom: '2026-01-17', hundredths: 1300 }] })
  expect(linesOf(added, '2026-02', bases)).toEqual([
    { kind: 'charge', article: 'Microsoft 365', quantity: 13, unitOre: 12_900, netOre: 167_700 },
    {
      kind: 'adjustment',
      article: 'Justering januari, Microsoft 365: +1 st från 17 jan',
      quantity: 1,
      unitOre: 6_242,
      netOre: 6_242,
    },
  ])
})

test('the text of an adjustment says what has changed', () => {
  const textAfter = (given: Partial<ChargeToPrice>, before = charge()) => {
    const bases: Basis[] = []
    bill([before], bases, '2026-01')
    return linesOf({ ...before, ...given }, '2026-01'.replace('01', '02'), bases)
      .filter(({ kind }) => kind === 'adjustment')
      .map(({ article }) => article)
  }
  const quantities = (...rows: [string, number][]) => ({
    quantities: rows.map(([validFrom, hundredths]) => ({ validFrom, hundredths })),
  })
  const first = 'Justering januari, Microsoft 365: '
  expect(textAfter(quantities(['2026-01-01', 1150]))).toEqual([`${first}−0,5 st`])
  expect(textAfter(quantities(['2026-01-01', 1200], ['2026-01-05', 1400], ['2026-01-09', 1200]))).toEqual([
    `${first}+2 st 5–8 jan 2026`,
  ])
  expect(textAfter({ endsOn: '2026-01-12' })).toEqual([`${first}avslutat 12 jan`])
  expect(textAfter({ prices: [{ validFrom: '2026-01-01', priceOre: ore(13_000) }] })).toEqual([`${first}nytt pris`])
  expect(textAfter({ discounts: [{ validFrom: '2026-01-01', basisPoints: 1000, amountOre: null }] })).toEqual([
    `${first}rättad rabatt`,
  ])
})

test('a discount is inside the one line of its charge', () => {
  const discounted = (discount: { basisPoints: number | null; amountOre: ReturnType<typeof ore> | null }) =>
    linesOf(charge({ discounts: [{ validFrom: '2026-01-01', ...discount }] }), '2026-01')
  expect(discounted({ basisPoints: 1000, amountOre: null })).toEqual([
    { kind: 'charge', article: 'Microsoft 365, 12 st, −10 %', quantity: 1, unitOre: 139_320, netOre: 139_320 },
  ])
  expect(discounted({ basisPoints: null, amountOre: ore(10_000) })).toMatchObject([{ netOre: 144_800 }])
  expect(discounted({ basisPoints: null, amountOre: ore(999_999) })).toEqual([])
})

test('a charge whose article has no price on the day is named, and on no line', () => {
  const priceless = charge({ prices: [], articlePrices: [{ validFrom: '2026-02-01', priceOre: ore(100) }] })
  expect(recurringLines(aMonth({ month: '2026-01', charges: [priceless] }))).toEqual({
    lines: [],
    unpriced: ['Microsoft 365'],
  })
})

test('a charge is bound until its day, and then goes on until further notice', () => {
  const bound = { endsOn: null, bindingUntil: '2026-09-30' }
  expect(chargeTermText(bound, '2026-09-30')).toBe('Bundet till 2026-09-30')
  expect(chargeTermText(bound, '2026-10-01')).toBe('Tills vidare')
  expect(chargeTermText({ ...bound, endsOn: '2027-01-31' }, '2026-10-01')).toBe('Till 2027-01-31')
})

test.each(['month', 'quarter', 'year'] as const)(
  'since a month, the periods of a charge by the %s are those billed then or later',
  (period) => {
    for (const timing of ['advance', 'arrears'] as const)
      for (const startsOn of ['2025-02-01', '2025-02-17'])
        for (let since = '2025-01'; since <= '2027-03'; since = addMonths(since, 1)) {
          const of = charge({ period, timing, startsOn, endsOn: '2027-01-20' })
          const billedSince = (periods: ReturnType<typeof periodsThrough>) =>
            periods.filter(({ billedIn }) => billedIn >= since)
          expect(billedSince(periodsThrough(of, '2027-03', since)), `${timing} ${startsOn} ${since}`).toEqual(
            billedSince(periodsThrough(of, '2027-03')),
          )
        }
  },
)
