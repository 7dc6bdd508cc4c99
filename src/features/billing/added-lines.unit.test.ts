import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ore } from '#shared/money.rules.ts'
import { NOTHING_ADDED, withAdded } from './added-lines.rules.ts'
import { joinMonths, priceLate } from './late-time.rules.ts'
import { type MonthToPrice, priceMonth, priceRows, withRecurring } from './pricing.rules.ts'
import { charge } from './testing/charges.ts'
import { aMonth, someMonthWithAdded, terms, work } from './testing/months.ts'
import { merged, withDiscounts } from './testing/reference-discounts.ts'
import { referenceMonth } from './testing/reference-month.ts'

const free = (priceOre: number, given: Partial<MonthToPrice['added']['freeLines'][number]> = {}) => ({
  text: 'Egen rad',
  hundredths: 100,
  unit: 'st',
  priceOre: ore(priceOre),
  vatClass: 'standard' as const,
  vatReason: null,
  articleNumber: null,
  account: null,
  ...given,
})
const discount = (basisPoints: number | null, kronor: number | null = null) => ({
  basisPoints,
  amountOre: kronor === null ? null : ore(kronor),
})
const from = (validFrom: string, of: ReturnType<typeof discount>) => ({ validFrom, ...of })
const linesOf = (given: Parameters<typeof aMonth>[0]) =>
  priceMonth(aMonth(given)).lines.map(({ kind, article, netOre, vatPercent }) => [kind, article, netOre, vatPercent])

const withoutZeros = (parts: ReturnType<typeof merged>) =>
  parts
    .filter(({ net }) => net !== 0n)
    .map(({ percent, reason, isRut, net }) => `${percent} ${reason} ${isRut} ${net}`)
    .sort()

test('300 months with free lines, rows that are not billed and both discounts are as the reference counts them', () => {
  let [negative, several] = [0, 0]
  fc.assert(
    fc.property(someMonthWithAdded, (month) => {
      const { lines, totalOre } = priceMonth(month)
      const billed = lines.filter(({ kind }) => kind !== 'carried')
      const parts = merged(
        billed.map(({ vatPercent: percent, vatReason: reason = null, isRut, netOre }) => ({
          percent,
          reason,
          isRut,
          net: BigInt(netOre),
        })),
      )
      expect(withoutZeros(parts)).toEqual(withoutZeros(withDiscounts(referenceMonth(month).parts, month)))
      const carries = billed.length < lines.length
      if (carries) negative++
      if (parts.length > 1) several++
      expect(carries ? totalOre : Math.max(0, totalOre)).toBe(carries ? 0 : totalOre)
    }),
    { numRuns: 300, seed: 125 },
  )
  expect(negative).toBeGreaterThan(5)
  expect(several).toBeGreaterThan(100)
})

test('a discount takes nothing of a sum that is not positive, and never more than the sum', () => {
  fc.assert(
    fc.property(someMonthWithAdded, (month) => {
      const net = (one: MonthToPrice) =>
        priceMonth(one)
          .lines.filter(({ kind }) => kind !== 'carried')
          .reduce((sum, { netOre }) => sum + netOre, 0)
      const whole = net({ ...month, discounts: [], added: { ...NOTHING_ADDED, freeLines: month.added.freeLines } })
      const less = net(month)
      if (whole <= 0) expect(less).toBe(whole)
      else expect(less >= 0 && less <= whole).toBe(true)
    }),
    { numRuns: 100 },
  )
})

test('the customer’s discount of the first day of the month is a line for each rate, after free lines', () => {
  const given = {
    work: [work()],
    expenses: [
      {
        id: 'e',
        workDate: '2026-11-20',
        kind: 'material',
        article: 'Bok',
        articleId: 'book',
        hundredths: 100,
        unit: 'st',
        priceOre: ore(333),
      },
    ] as const,
    articles: {
      ofWork: new Map(),
      byId: new Map([
        [
          'book',
          {
            number: '6',
            name: 'Bok',
            vatClass: 'vat6' as const,
            vatReason: null,
            account: null,
            isConstruction: false,
            isElectronics: false,
          },
        ],
      ]),
    },
    added: { ...NOTHING_ADDED, freeLines: [free(-10_000, { text: 'Kompensation' })] },
    discounts: [from('2026-11-02', discount(5000)), from('2026-10-15', discount(1000))],
  }
  expect(linesOf(given)).toEqual([
    ['remote', undefined, 100_000, 25],
    ['material', 'Bok', 333, 6],
    ['free', 'Kompensation', -10_000, 25],
    ['discount', 'Rabatt 10 %', -9_000, 25],
    ['discount', 'Rabatt 10 %', -33, 6],
  ])
  expect(linesOf({ ...given, discounts: [from('2026-11-02', discount(1000))] })).toHaveLength(3)
  expect(
    linesOf({ ...given, discounts: [from('2026-01-01', discount(1000)), from('2026-11-01', discount(null))] }),
  ).toHaveLength(3)
})

test('each recipient gets its part of a discount, on the invoice of its own', () => {
  const west = { ...work({ id: 'west', ticketId: 'west' }), recipientId: 'west' }
  const discounts = [from('2026-01-01', discount(null, 10_001))]
  const { lines } = priceMonth(aMonth({ work: [work(), west], discounts }))
  expect(
    lines.filter(({ kind }) => kind === 'discount').map(({ recipientId, netOre }) => [recipientId, netOre]),
  ).toEqual([
    [null, -5001],
    ['west', -5000],
  ])
})

test('the basis’s own discount is of what the customer’s leaves, in kronor never more than that', () => {
  const given = (own: ReturnType<typeof discount>, text: string | null = null) => ({
    work: [work()],
    discounts: [from('2026-01-01', discount(null, 20_000))],
    added: { freeLines: [], discount: { ...own, text } },
  })
  expect(linesOf(given(discount(2500), 'Tack för tålamodet'))).toEqual([
    ['remote', undefined, 100_000, 25],
    ['discount', 'Rabatt', -20_000, 25],
    ['discount', 'Tack för tålamodet 25 %', -20_000, 25],
  ])
  expect(priceMonth(aMonth(given(discount(null, 999_999)))).totalOre).toBe(0)
})

test('RUT work has a discount line of its own, so that what is RUT work stays right', () => {
  const { lines, rutOre, sums } = priceMonth(
    aMonth({
      isPrivate: true,
      work: [work({ kind: 'onsite', isRut: true }), work({ id: 'other', timeFrom: '12:00' })],
      discounts: [from('2026-01-01', discount(1000))],
    }),
  )
  expect(lines.filter(({ kind }) => kind === 'discount').map(({ isRut, netOre }) => [isRut, netOre])).toEqual([
    [false, -10_000],
    [true, -12_000],
  ])
  expect([rutOre, sums.labour, sums.other]).toEqual([108_000, 220_000, -22_000])
})

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
            ...{ kind: 'charge' as const, quantity: 1, per: 1, unit: 'st', isRut: false, vatPercent },
            ...{ unitOre: ore(netOre), netOre: ore(netOre), discountMonth: parts[Math.min(of, at)] ?? '' },
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

test('a free line follows its class of VAT, and none with reverse charge', () => {
  const freeLines = [
    free(1000, { hundredths: 250 }),
    free(1000, { vatClass: 'vat12' }),
    free(1000, { vatClass: 'none', vatReason: 'Utlägg' }),
  ]
  const added = { ...NOTHING_ADDED, freeLines }
  const vats = (isReverseCharge: boolean) =>
    priceMonth(aMonth({ added, isReverseCharge })).lines.map(({ netOre, vatPercent, vatReason }) => [
      netOre,
      vatPercent,
      vatReason,
    ])
  expect(vats(false)).toEqual([
    [2500, 25, null],
    [1000, 12, null],
    [1000, 0, 'Utlägg'],
  ])
  expect(vats(true).map(([, percent, reason]) => [percent, reason])).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ])
})

test('what is not billed is a line at 0 kr with its reason, and draws, rounds and starts nothing', () => {
  const { lines, rows, included, totalOre, unpriced } = priceMonth(
    aMonth({
      work: [
        work({ unbilledReason: 'Garanti', ticketId: 't' }),
        work({ id: 'billed', timeFrom: '12:00', minutes: 10, ticketId: 't' }),
        work({ id: 'before terms', workDate: '2026-11-01', unbilledReason: 'Garanti' }),
      ],
      expenses: [
        {
          id: 'e',
          workDate: '2026-11-20',
          kind: 'travel',
          article: 'Resa',
          hundredths: 1000,
          unit: 'km',
          priceOre: ore(2500),
          unbilledReason: 'Vårt fel',
        },
      ],
      termsOn: (date) =>
        date < '2026-11-10'
          ? undefined
          : terms({ includedMinutes: 0, smallestMinutes: 30, roundBy: 'ticket', startFeeOre: ore(5_000) }),
    }),
  )
  expect(lines.map(({ kind, article, quantity, netOre }) => [kind, article, quantity, netOre])).toEqual([
    ['remote', undefined, 30, 50_000],
    ['remote', 'Arbete fjärr, debiteras inte: Garanti', 120, 0],
    ['start', undefined, 1, 5_000],
    ['travel', 'Resa, debiteras inte: Vårt fel', 1000, 0],
  ])
  expect(rows.map(({ id, chargedMinutes }) => [id, chargedMinutes])).toEqual([
    ['billed', 30],
    ['before terms', 0],
    ['row', 0],
  ])
  expect([included.used, totalOre, unpriced]).toEqual([0, 68_750, []])
})

test('a late row that is not billed changes nothing that is billed', () => {
  const billed = [work({ id: 'billed', ticketId: 't', minutes: 10 })]
  const late = priceLate(
    aMonth({
      work: [work({ id: 'late', timeFrom: '12:00', ticketId: 't', unbilledReason: 'Garanti' })],
      terms: terms({ roundTo: 30, roundBy: 'ticket' }),
    }),
    { work: billed, expenses: [] },
  )
  expect(late.lines).toMatchObject([{ quantity: 60, netOre: 0 }])
  expect(late.rows).toMatchObject([{ id: 'late', chargedMinutes: 0, shares: [{ line: 0, minutes: 60 }] }])
})
