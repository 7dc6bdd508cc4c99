import { describe, expect, test } from 'vitest'
import { ore, PRICE_MAX_ORE } from '#shared/money.rules.ts'
import {
  type ChargeToRaise,
  firstPeriodFrom,
  isBoundOn,
  keepsPrice,
  monthlyRise,
  monthsLater,
  type Raise,
  raisedPrice,
  raiseOf,
  raiseOfArticle,
  raiseOfCharge,
  tooShortNotice,
} from './price-raises.rules.ts'
import { charge as priced } from './testing/charges.ts'

const charge = (given: Partial<ChargeToRaise> = {}): ChargeToRaise => ({
  ...priced(),
  bindingUntil: null,
  noticeMonths: 0,
  ...given,
})
const raise = (given: Partial<Raise> = {}): Raise => ({
  basisPoints: null,
  amountOre: null,
  rounding: 'none',
  ...given,
})
const percent = (basisPoints: number, rounding: Raise['rounding'] = 'none') => raise({ basisPoints, rounding })

describe('the new price', () => {
  test.each([
    [12_900, percent(350), 13_352],
    [12_900, percent(350, 'krona'), 13_400],
    [12_900, percent(350, 'ten'), 13_000],
    [12_900, raise({ amountOre: ore(1_000) }), 13_900],
    [12_949, raise({ amountOre: ore(1), rounding: 'krona' }), 13_000],
    [99_500, percent(50, 'ten'), 100_000],
    // Half up, of an exact fraction: 10,50 × 1,05 = 11,025 and 1 × 1,005.
    [1_050, percent(500), 1_103],
    [100, percent(50), 101],
    [PRICE_MAX_ORE, percent(1), 10_001_000],
  ])('%i raised by %o is %i', (before, by, after) => {
    expect(raisedPrice(ore(before), by)).toBe(after)
  })

  test('is never lower or the same, never above the limit, and of nothing it is nothing', () => {
    expect(raiseOf(ore(1_200), percent(200, 'ten'))).toMatchObject({ newOre: null, stop: { reason: 'unchanged' } })
    expect(raiseOf(ore(1_000), percent(100, 'ten'))).toMatchObject({ newOre: null, stop: { reason: 'unchanged' } })
    expect(raiseOf(ore(PRICE_MAX_ORE), percent(1))).toMatchObject({ newOre: null, stop: { reason: 'limit' } })
    expect(raiseOf(ore(0), raise({ amountOre: ore(500) }))).toMatchObject({ newOre: null, stop: { reason: 'free' } })
    expect(raiseOf(null, percent(500))).toMatchObject({ newOre: null, stop: { reason: 'unpriced' } })
  })
})

describe('binding and notice', () => {
  test('the last bound day counts', () => {
    expect(isBoundOn('2026-12-31', '2026-12-31')).toBe(true)
    expect(isBoundOn('2026-12-31', '2027-01-01')).toBe(false)
    expect(isBoundOn(null, '2027-01-01')).toBe(false)
  })

  test('months later is the same day, or the last of a shorter month', () => {
    expect(monthsLater('2026-11-29', 3)).toBe('2027-02-28')
    expect(monthsLater('2026-11-30', 1)).toBe('2026-12-30')
    expect(monthsLater('2027-11-30', 3)).toBe('2028-02-29')
    expect(monthsLater('2026-11-29', 0)).toBe('2026-11-29')
  })

  test('a notice that ends after the day is too short, one that ends on it is not', () => {
    expect(tooShortNotice(3, '2027-01-01', '2026-11-29')).toBe('2027-02-28')
    expect(tooShortNotice(1, '2026-12-29', '2026-11-29')).toBeNull()
    expect(tooShortNotice(0, '2026-01-01', '2026-11-29')).toBeNull()
  })
})

describe('a charge', () => {
  const from = '2027-01-01'
  const by = percent(500, 'krona')

  test('is raised from its price of the day', () => {
    const prices = [
      { validFrom: '2026-01-01', priceOre: ore(10_000) },
      { validFrom: '2026-06-01', priceOre: ore(12_000) },
    ]
    expect(raiseOfCharge(charge({ prices }), from, by)).toEqual({ oldOre: 12_000, newOre: 12_600, stop: null })
  })

  test('is stopped by its binding, by a row on the day or later, and by the article’s price', () => {
    const later = (validFrom: string) => charge({ prices: [...charge().prices, { validFrom, priceOre: ore(13_000) }] })
    expect(raiseOfCharge(charge({ bindingUntil: '2027-06-30' }), from, by)).toMatchObject({
      newOre: null,
      stop: { reason: 'bound', date: '2027-06-30' },
    })
    expect(raiseOfCharge(later('2027-01-01'), from, by).stop).toMatchObject({ reason: 'dated', date: '2027-01-01' })
    expect(raiseOfCharge(later('2027-09-01'), from, by).stop).toMatchObject({ reason: 'dated', date: '2027-09-01' })
    expect(raiseOfCharge(later('2026-12-31'), from, by)).toMatchObject({ oldOre: 13_000, stop: null })
    const followed = charge({ prices: [{ validFrom: '2026-01-01', priceOre: null }] })
    expect(raiseOfCharge(followed, from, by).stop).toMatchObject({ reason: 'follows' })
  })

  test('has its first period with the new price when one begins, and none when it ends before', () => {
    expect(firstPeriodFrom(charge(), '2027-01-15')).toBe('2027-02-01')
    expect(firstPeriodFrom(charge({ period: 'year', startsOn: '2026-09-10' }), from)).toBe('2027-09-01')
    expect(firstPeriodFrom(charge({ startsOn: '2027-03-15' }), from)).toBe('2027-03-15')
    expect(firstPeriodFrom(charge({ endsOn: '2026-12-31' }), from)).toBeNull()
    expect(firstPeriodFrom(charge({ period: 'year', timing: 'arrears', startsOn: '2026-01-01' }), from)).toBe(from)
  })

  test('gives more a month by its quantity, discount and period', () => {
    expect(monthlyRise(charge(), from, ore(10_000), ore(11_000))).toBe(12_000)
    const discounts = [{ validFrom: '2026-01-01', basisPoints: 1_000, amountOre: null }]
    expect(monthlyRise(charge({ discounts }), from, ore(10_000), ore(11_000))).toBe(10_800)
    expect(monthlyRise(charge({ period: 'quarter' }), from, ore(10_000), ore(11_000))).toBe(4_000)
    expect(monthlyRise(charge({ period: 'year' }), from, ore(10_000), ore(10_005))).toBe(5)
    const quantities = [...charge().quantities, { validFrom: '2027-01-01', hundredths: 250 }]
    expect(monthlyRise(charge({ quantities }), from, ore(10_000), ore(11_000))).toBe(2_500)
  })
})

describe('an article', () => {
  const from = '2027-01-01'
  const prices = [{ validFrom: '2026-01-01', priceOre: ore(22_000) }]

  test('is raised from its price of the day, and stopped by a later one', () => {
    expect(raiseOfArticle(prices, from, percent(500))).toEqual({ oldOre: 22_000, newOre: 23_100, stop: null })
    const later = [...prices, { validFrom: '2027-02-01', priceOre: ore(1) }]
    expect(raiseOfArticle(later, from, percent(500)).stop).toMatchObject({ reason: 'dated', date: '2027-02-01' })
    expect(raiseOfArticle([], from, percent(500)).stop).toMatchObject({ reason: 'unpriced' })
  })

  test('keeps its old price for a bound charge until the binding ends', () => {
    const followed = charge({ prices: [{ validFrom: '2026-01-01', priceOre: null }] })
    const bound = { ...followed, bindingUntil: '2027-06-30' }
    const kept = { validFrom: from, priceOre: 22_000 }
    expect(keepsPrice(followed, from, ore(22_000))).toEqual({ rows: [], blockedBy: null })
    expect(keepsPrice(bound, from, ore(22_000))).toEqual({
      rows: [kept, { validFrom: '2027-07-01', priceOre: null }],
      blockedBy: null,
    })
    const later = (validFrom: string) => ({
      ...bound,
      prices: [...bound.prices, { validFrom, priceOre: ore(20_000) }],
    })
    expect(keepsPrice(later('2027-07-01'), from, ore(22_000))).toEqual({ rows: [kept], blockedBy: null })
    expect(keepsPrice(later('2027-03-01'), from, ore(22_000))).toEqual({ rows: [], blockedBy: '2027-03-01' })
  })
})
