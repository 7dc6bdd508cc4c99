// The discount of a customer by month of the lines, when a month is billed in parts (docs/decisions/125).
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ore } from '#shared/money.rules.ts'
import { withAdded } from './added-lines.rules.ts'
import { joinMonths, priceLate } from './late-time.rules.ts'
import { priceRows, withRecurring } from './pricing.rules.ts'
import { charge } from './testing/charges.ts'
import { aMonth, work } from './testing/months.ts'

const discount = (basisPoints: number | null, kronor: number | null = null) => ({
  basisPoints,
  amountOre: kronor === null ? null : ore(kronor),
})
const from = (validFrom: string, of: ReturnType<typeof discount>) => ({ validFrom, ...of })

const ofMonth = (
  month: string,
  basisPoints: number | null,
  kronor: number | null,
  ofOre: number,
  givenOre: number,
) => ({
  month,
  ...discount(basisPoints, kronor),
  ofOre: ore(ofOre),
  givenOre: ore(givenOre),
})

test('a correction and late time get the discount of their month, as it was billed', () => {
  const endedBefore = {
    month: '2026-12',
    charges: [charge({ startsOn: '2026-10-01', endsOn: '2026-10-31' })],
    billedMonths: ['2026-10', '2026-11'],
    billed: [
      {
        chargeId: 'charge',
        period: { from: '2026-11-01', to: '2026-11-30' },
        netOre: ore(100_000),
        vatPercent: 25,
        vatReason: null,
        isReversed: false,
        charged: { priceOre: ore(100_000), basisPoints: null, amountOre: null, spans: [] },
        discountMonth: '2026-11',
        billedAt: '1',
      },
    ],
    billingFrom: '2026-11',
    // Another one since, also back in time: what is billed keeps its own.
    discounts: [from('2026-11-01', discount(1000)), from('2026-12-01', discount(2000))],
    discounted: [ofMonth('2026-11', 5000, null, 100_000, 50_000)],
  }
  const late = joinMonths([
    { month: undefined, priced: priceRows(aMonth({ month: '2026-12', work: [work({ workDate: '2026-12-01' })] })) },
    { month: '2026-11', priced: priceLate(aMonth({ work: [work()] }), { work: [work({ id: 'b' })], expenses: [] }) },
  ])
  const { lines, discounted } = withRecurring(late, aMonth(endedBefore))
  expect(lines.map(({ kind, article = null, netOre }) => [kind, article, netOre])).toEqual([
    ['adjustment', expect.stringContaining('Justering november'), -100_000],
    ['remote', null, 100_000],
    ['remote', null, 100_000],
    ['discount', 'Rabatt 20 %', -20_000],
  ])
  expect(discounted).toEqual([ofMonth('2026-12', 2000, null, 100_000, 20_000), ofMonth('2026-11', 5000, null, 0, 0)])
  const alone = withRecurring(priceRows(aMonth({ month: '2026-12' })), aMonth(endedBefore))
  expect(alone.lines.map(({ kind, article, netOre }) => [kind, article, netOre])).toEqual([
    ['adjustment', expect.stringContaining('Justering november'), -100_000],
    ['discount', 'Rabatt 50 %, november 2026', 50_000],
    ['carried', expect.any(String), 50_000],
  ])
})

test('a month that was billed without a discount gets none with its late time', () => {
  const given = { month: '2026-12', discounts: [from('2026-01-01', discount(1000))] }
  const late = joinMonths([{ month: '2026-11', priced: priceRows(aMonth({ work: [work()] })) }])
  expect(withRecurring(late, aMonth({ ...given, billedMonths: ['2026-11'] })).lines).toHaveLength(1)
  expect(withRecurring(late, aMonth(given)).lines.map(({ article }) => article)).toEqual([
    undefined,
    'Rabatt 10 %, november 2026',
  ])
})

test('a month that was billed with nothing of its own keeps its discount for late time', () => {
  const discounts = [from('2026-11-01', discount(1000)), from('2026-12-01', discount(2000))]
  const ofOctober = joinMonths([{ month: '2026-10', priced: priceRows(aMonth({ month: '2026-10', work: [work()] })) }])
  const november = withRecurring(ofOctober, aMonth({ month: '2026-11', discounts }))
  expect(november.discounted[0]).toEqual(ofMonth('2026-11', 1000, null, 0, 0))
  const late = joinMonths([{ month: '2026-11', priced: priceRows(aMonth({ work: [work()] })) }])
  const december = aMonth({
    month: '2026-12',
    discounts,
    billedMonths: ['2026-11'],
    discounted: november.discounted,
  })
  expect(withRecurring(late, december).lines.map(({ article, netOre }) => [article, netOre])).toEqual([
    [undefined, 100_000],
    ['Rabatt 10 %, november 2026', -10_000],
  ])
})

const someDiscount = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }).map((points) => discount(points)),
  fc.integer({ min: 1, max: 200_000 }).map((kronor) => discount(null, kronor)),
)
const parts = ['2026-10', '2026-11', '2026-12', '2027-01'] as const
const somePart = fc.array(
  fc.record({
    of: fc.integer({ min: 0, max: 3 }),
    netOre: fc.integer({ min: -150_000, max: 250_000 }),
    vatPercent: fc.constantFrom(25, 12, 6),
  }),
  { minLength: 1, maxLength: 5 },
)

test('300 drawn months that are billed in parts, one of them twice, get together the discount of the whole', () => {
  let taken = 0
  fc.assert(
    fc.property(
      fc.array(somePart, { minLength: 4, maxLength: 4 }),
      fc.array(someDiscount, { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 0, max: 3 }),
      (drawn, ofMonths, again) => {
        const discounts = parts.map((month, at) => from(`${month}-01`, ofMonths[at] ?? discount(null)))
        const bases = new Map<string, ReturnType<typeof withAdded>>()
        for (const at of [0, 1, 2, 3, again]) {
          const month = parts[at] ?? ''
          const others = [...bases].filter(([other]) => other !== month)
          const lines = (drawn[at] ?? []).map(({ of, netOre, vatPercent }) => ({
            kind: 'charge' as const,
            quantity: 1,
            per: 1,
            unit: 'st',
            unitOre: ore(netOre),
            netOre: ore(netOre),
            vatPercent,
            isRut: false,
            discountMonth: parts[Math.min(of, at)] ?? '',
          }))
          const discounted = others.flatMap(([, basis]) => basis.discounted)
          bases.set(month, withAdded(lines, aMonth({ month, discounts, discounted })))
        }
        for (const [at, month] of parts.entries()) {
          const lines = [...bases].flatMap(([own, basis]) =>
            basis.lines.filter(({ kind, discountMonth = own }) => kind !== 'carried' && discountMonth === month),
          )
          const net = (isOf: (kind: string) => boolean) =>
            lines.reduce((sum, { kind, netOre }) => sum + (isOf(kind) ? netOre : 0), 0)
          const { basisPoints, amountOre } = ofMonths[at] ?? discount(null)
          const whole = Math.max(
            0,
            net((kind) => kind !== 'discount'),
          )
          const due =
            basisPoints === null ? Math.min(amountOre ?? 0, whole) : Math.round((whole * basisPoints) / 10_000)
          expect(net((kind) => kind === 'discount')).toBe(0 - due)
          if (net((kind) => kind === 'discount') < 0) taken++
        }
      },
    ),
    { numRuns: 300, seed: 125 },
  )
  expect(taken).toBeGreaterThan(300)
})
