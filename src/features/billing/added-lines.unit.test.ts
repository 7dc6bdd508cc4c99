import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ore } from '#shared/money.rules.ts'
import { NOTHING_ADDED } from './added-lines.rules.ts'
import { priceLate } from './late-time.rules.ts'
import { type MonthToPrice, priceMonth } from './pricing.rules.ts'
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
