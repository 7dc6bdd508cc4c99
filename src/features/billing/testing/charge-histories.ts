// Histories of changes and billings of recurring charges.
import fc from 'fast-check'
import { addMonths, monthOf } from '#shared/dates.rules.ts'
import { ore } from '#shared/money.rules.ts'
import { type ChargeToPrice, chargePeriods, chargeTimings } from '../charges.rules.ts'
import { charge } from './charges.ts'

const FIRST_MONTH = '2026-01'
const date = fc
  .tuple(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 1, max: 28 }), fc.boolean())
  .map(([months, day, isFirst]) => `${addMonths(FIRST_MONTH, months)}-${isFirst ? '01' : String(day).padStart(2, '0')}`)
const hundredths = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map((whole) => whole * 100),
  fc.integer({ min: 0, max: 5000 }),
)
const price = fc.integer({ min: 0, max: 250_000 }).map(ore)
const discount = fc.constantFrom(
  { basisPoints: null, amountOre: null },
  { basisPoints: 1000, amountOre: null },
  { basisPoints: 333, amountOre: null },
  { basisPoints: 10_000, amountOre: null },
  { basisPoints: null, amountOre: ore(9_999) },
  { basisPoints: null, amountOre: ore(250_000) },
)

const someCharge: fc.Arbitrary<ChargeToPrice> = fc
  .record({
    period: fc.constantFrom(...chargePeriods),
    timing: fc.constantFrom(...chargeTimings),
    startsOn: date,
    isByDays: fc.boolean(),
    hundredths,
    price,
    articlePrice: price,
    hasOwnPrice: fc.boolean(),
  })
  .map(({ hundredths: first, price: own, articlePrice, hasOwnPrice, ...given }) =>
    charge({
      ...given,
      quantities: [{ validFrom: given.startsOn, hundredths: first }],
      prices: [{ validFrom: given.startsOn, priceOre: hasOwnPrice ? own : null }],
      articlePrices: [{ validFrom: '2000-01-01', priceOre: articlePrice }],
    }),
  )

/** What may happen between two billings; dates may lie before what is billed. */
const event = fc.oneof(
  fc.record({ what: fc.constant('quantity' as const), validFrom: date, hundredths }),
  fc.record({ what: fc.constant('remove quantity' as const), turn: fc.nat() }),
  fc.record({ what: fc.constant('price' as const), validFrom: date, priceOre: fc.option(price) }),
  fc.record({ what: fc.constant('article price' as const), validFrom: date, priceOre: price }),
  fc.record({ what: fc.constant('discount' as const), validFrom: date, discount }),
  fc.record({ what: fc.constant('end' as const), on: fc.option(date) }),
  fc.record({ what: fc.constant('bill' as const), month: date.map(monthOf), takesAll: fc.boolean() }),
  fc.record({ what: fc.constant('bill' as const), month: date.map(monthOf), takesAll: fc.boolean() }),
  fc.record({ what: fc.constant('bill' as const), month: date.map(monthOf), takesAll: fc.boolean() }),
  fc.record({ what: fc.constant('take back' as const), turn: fc.nat() }),
)
export type HistoryEvent = typeof event extends fc.Arbitrary<infer Event> ? Event : never

export const someHistory = fc.record({
  charges: fc.array(someCharge, { minLength: 1, maxLength: 2 }),
  events: fc.array(fc.tuple(fc.nat(), event), { minLength: 3, maxLength: 16 }),
})

const dated = <Row extends { validFrom: string }>(rows: readonly Row[], row: Row) => [
  ...rows.filter(({ validFrom }) => validFrom !== row.validFrom),
  row,
]

/** The charge after a change of its dated rows or its end. */
export function changed(before: ChargeToPrice, happened: HistoryEvent): ChargeToPrice {
  switch (happened.what) {
    case 'quantity':
      return { ...before, quantities: dated(before.quantities, happened) }
    case 'remove quantity':
      return { ...before, quantities: before.quantities.filter((_, at) => at !== happened.turn % 3) }
    case 'price':
      return { ...before, prices: dated(before.prices, happened) }
    case 'article price':
      return { ...before, articlePrices: dated(before.articlePrices, happened) }
    case 'discount':
      return { ...before, discounts: dated(before.discounts, { validFrom: happened.validFrom, ...happened.discount }) }
    case 'end':
      return { ...before, endsOn: happened.on !== null && happened.on >= before.startsOn ? happened.on : null }
    case 'bill':
    case 'take back':
      return before
  }
}
