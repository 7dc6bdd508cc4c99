import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ore, priceFor } from '#shared/money.rules.ts'
import { joinMonths, priceLate } from './late-time.rules.ts'
import { type MonthToPrice, priceMonth } from './pricing.rules.ts'
import { aMonth, someMonth, terms, work } from './testing/months.ts'
import { referenceInParts } from './testing/reference-late.ts'

/** A month billed with some of its rows, and the price of the others. */
function inParts(month: MonthToPrice, isBilled: (id: string) => boolean) {
  const [mine, other] = [isBilled, (id: string) => !isBilled(id)].map((isOf) => ({
    work: month.work.filter(({ id }) => isOf(id)),
    expenses: month.expenses.filter(({ id }) => isOf(id)),
  }))
  const billed = mine ?? { work: [], expenses: [] }
  return {
    first: priceMonth({ ...month, ...billed, bought: [] }),
    late: priceLate({ ...month, ...other }, billed),
  }
}

const total = (of: Record<string, number>[]) =>
  of.reduce<Record<string, number>>((sum, draws) => {
    for (const [id, minutes] of Object.entries(draws)) sum[id] = (sum[id] ?? 0) + minutes
    return sum
  }, {})
const byId = (draws: readonly { prepaidHoursId: string; minutes: number }[]) =>
  Object.fromEntries(draws.map(({ prepaidHoursId, minutes }) => [prepaidHoursId, minutes]))
const withoutZeros = (of: Record<string, number>) =>
  Object.fromEntries(Object.entries(of).filter(([, minutes]) => minutes !== 0))

test('200 months billed in two parts cost what the reference counts for both, and VAT differs by rounding alone', () => {
  let [split, compared] = [0, 0]
  fc.assert(
    fc.property(someMonth, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (month, choices) => {
      const ids = [...month.work, ...month.expenses].map(({ id }) => id)
      const billedIds = new Set(ids.filter((_, at) => choices[at]))
      const isBilled = (id: string) => billedIds.has(id)
      const { first, late } = inParts(month, isBilled)
      const expected = referenceInParts(month, isBilled)
      compared++
      if (billedIds.size > 0 && billedIds.size < ids.length) split++

      expect(BigInt(first.netOre)).toBe(expected.first.net)
      expect(BigInt(first.netOre + late.netOre)).toBe(expected.both.net)
      expect(BigInt(first.rutOre + late.rutOre)).toBe(expected.both.rut)
      expect(first.included.used + late.included.used).toBe(expected.both.included)
      expect(withoutZeros(total([byId(first.draws), byId(late.draws)]))).toEqual(withoutZeros(expected.both.draws))
      const sumOf = (of: 'chargedMinutes' | 'afterHoursMinutes') =>
        [...first.rows, ...late.rows].reduce((sum, row) => sum + row[of], 0)
      expect([sumOf('chargedMinutes'), sumOf('afterHoursMinutes')]).toEqual([
        expected.both.charged,
        expected.both.afterHours,
      ])
      for (const { unitOre, quantity, per, netOre } of late.lines)
        expect(Math.abs(netOre - priceFor(unitOre, quantity, per))).toBeLessThanOrEqual(1)
      const rates = new Set([...first.vat, ...late.vat].map(({ percent }) => percent)).size
      expect(Math.abs(first.vatOre + late.vatOre - Number(expected.both.vat))).toBeLessThanOrEqual(rates)
    }),
    { numRuns: 200, seed: 120 },
  )
  expect(compared).toBe(200)
  expect(split).toBeGreaterThan(100)
})

test('two parts cost what one month does, when neither included nor prepaid hours are drawn', () => {
  fc.assert(
    fc.property(someMonth, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (drawn, choices) => {
      const month: MonthToPrice = {
        ...drawn,
        prepaidHours: [],
        // Rows that end in the same minute share rounding by their order alone.
        work: drawn.work.map((row, at) => ({ ...row, ticketId: row.ticketId && `${row.ticketId}${at}` })),
        termsOn: (date) => {
          const found = drawn.termsOn(date)
          return found && { ...found, includedMinutes: 0 }
        },
      }
      const isBilled = (id: string) => choices[Number(id.slice(1))] === true
      const { first, late } = inParts(month, isBilled)
      expect(first.netOre + late.netOre).toBe(priceMonth(month).netOre)
    }),
    { numRuns: 200, seed: 120 },
  )
})

const AT_60 = terms({ roundTo: 60, roundBy: 'ticket', startFeeOre: ore(40_000) })
const visit = (given: Parameters<typeof work>[0]) => work({ ticketId: 't', ...given })

test('a late row within the hour that is billed costs nothing, and no second start fee', () => {
  const late = priceLate(aMonth({ terms: AT_60, work: [visit({ id: 'late', timeFrom: '13:00', minutes: 20 })] }), {
    work: [visit({ id: 'billed', minutes: 20 })],
    expenses: [],
  })
  expect(late).toMatchObject({ lines: [], netOre: 0, vat: [] })
  expect(late.rows).toEqual([{ id: 'late', minutes: 20, chargedMinutes: 0, afterHoursMinutes: 0, shares: [] }])
})

test('a late row beyond it costs what is added, with a start fee of its own kind', () => {
  const { lines, rows } = priceLate(
    aMonth({ terms: AT_60, work: [visit({ id: 'late', kind: 'onsite', timeFrom: '13:00', minutes: 60 })] }),
    { work: [visit({ id: 'billed', minutes: 20 })], expenses: [] },
  )
  expect(lines).toMatchObject([
    { kind: 'remote', quantity: -40, netOre: -66_667 },
    { kind: 'onsite', quantity: 100, netOre: 200_000 },
    { kind: 'start', quantity: 1, netOre: 40_000 },
  ])
  expect(rows).toMatchObject([{ minutes: 60, chargedMinutes: 60 }])
})

test('late rows get the included hours that their month had left, and the terms and VAT of their own date', () => {
  const { lines } = priceLate(
    aMonth({
      work: [work({ id: 'late', workDate: '2026-11-02', minutes: 120 })],
      termsOn: () => terms({ includedMinutes: 90 }),
      vatPercentOn: (date) => (date < '2026-11-10' ? 12 : 25),
    }),
    { work: [work({ id: 'billed', minutes: 60 })], expenses: [] },
  )
  expect(lines).toMatchObject([
    { kind: 'remote', quantity: 90, vatPercent: 12 },
    { kind: 'included', quantity: 30 },
  ])
})

test('a price that was raised after billing prices late rows alone', () => {
  const late = { work: [work({ id: 'late', minutes: 30 })], termsOn: () => terms({ remoteOre: ore(150_000) }) }
  expect(priceLate(aMonth(late), { work: [work({ id: 'billed' })], expenses: [] }).netOre).toBe(75_000)
})

test('months on one basis keep their lines apart, and round VAT once for all', () => {
  const third = { kind: 'material', unit: 'st', hundredths: 100, article: 'Sak', priceOre: ore(2) } as const
  const priced = (id: string, workDate: string) => priceMonth(aMonth({ expenses: [{ ...third, id, workDate }] }))
  const joined = joinMonths([
    { month: undefined, priced: priced('own', '2026-11-01') },
    { month: '2026-10', priced: priced('late', '2026-10-01') },
  ])
  expect(joined.lines.map(({ month }) => month)).toEqual([undefined, '2026-10'])
  expect(joined).toMatchObject({
    netOre: 4,
    vatOre: 1,
    lineOfExpense: new Map([
      ['own', 0],
      ['late', 1],
    ]),
  })
})
