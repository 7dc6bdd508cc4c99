import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ore, priceFor } from '#shared/money.rules.ts'
import { type BilledRows, joinMonths, type PricedSet, priceLate, setsOf } from './late-time.rules.ts'
import { type MonthToPrice, type PricedMonth, priceMonth } from './pricing.rules.ts'
import { aMonth, someMonth, terms, work } from './testing/months.ts'
import { referenceInParts } from './testing/reference-late.ts'
import { referenceMonth } from './testing/reference-month.ts'

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

type Part = { rows: BilledRows; sets: PricedSet[]; priced: PricedMonth }

const PARTS = 3
/** Bills what no other part has, as part `rank`: its own month's basis is 0, later ones have its late rows. */
function billPart(month: MonthToPrice, parts: Map<number, Part>, rank: number, isOf: (id: string) => boolean) {
  parts.delete(rank)
  const live = [...parts.values()]
  const held = new Set(live.flatMap(({ rows }) => [...rows.work, ...rows.expenses].map(({ id }) => id)))
  const isMine = ({ id }: { id: string }) => isOf(id) && !held.has(id)
  const rows = {
    work: month.work.filter(isMine).map((row) => ({ ...row, rank })),
    expenses: month.expenses.filter(isMine),
  }
  const billed = {
    work: live.flatMap((part) => part.rows.work),
    expenses: live.flatMap((part) => part.rows.expenses),
  }
  const asPriced = live.flatMap(({ sets }) => sets)
  const priced = priceLate({ ...month, ...rows, bought: [] }, billed, asPriced)
  parts.set(rank, { rows, sets: setsOf(rows, billed, asPriced), priced })
}

const someChange = fc.record({
  what: fc.constantFrom('bill', 'bill', 'take back', 'edit'),
  rank: fc.nat({ max: PARTS - 1 }),
  rows: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  minutes: fc.integer({ min: 1, max: 300 }),
})

test('300 months in parts that are billed, taken back, changed and billed again cost what one month does', () => {
  let again = 0
  fc.assert(
    fc.property(someMonth, fc.array(someChange, { minLength: 3, maxLength: 12 }), (drawn, changes) => {
      let month: MonthToPrice = { ...drawn, bought: [] }
      const parts = new Map<number, Part>()
      for (const { what, rank, rows, minutes } of changes) {
        if (what === 'bill') billPart(month, parts, rank, (id) => rows[Number(id.slice(1))] === true)
        if (what === 'take back' && parts.delete(rank)) again++
        // What is billed is locked.
        const held = new Set([...parts.values()].flatMap((part) => part.rows.work.map(({ id }) => id)))
        if (what === 'edit')
          month = {
            ...month,
            work: month.work.map((row, at) => (held.has(row.id) || !rows[at] ? row : { ...row, minutes })),
          }
      }
      for (const rank of [1, 0]) billPart(month, parts, rank, () => true)
      const rankOf = new Map(
        [...parts].flatMap(([rank, part]) => part.rows.work.map(({ id }): [string, number] => [id, rank])),
      )
      const expected = referenceMonth(month, (id) => rankOf.get(id) ?? 0)
      const priced = [...parts.values()].map((part) => part.priced)
      const sum = (of: (part: PricedMonth) => number) => priced.reduce((all, part) => all + of(part), 0)
      expect(BigInt(sum(({ netOre }) => netOre))).toBe(expected.net)
      expect(sum(({ included }) => included.used)).toBe(expected.included)
      expect(withoutZeros(total(priced.map(({ draws }) => byId(draws))))).toEqual(withoutZeros(expected.draws))
    }),
    { numRuns: 300, seed: 120 },
  )
  expect(again).toBeGreaterThan(100)
})

test('a month that is taken back after its late rows were billed costs again what it did', () => {
  const month = aMonth({
    terms: terms({ includedMinutes: 120, startFeeOre: ore(45_000) }),
    work: [work({ id: 'first', minutes: 60 }), work({ id: 'late', minutes: 180, timeFrom: '13:00' })],
  })
  const parts = new Map<number, Part>()
  const nets = () => [0, 1].map((rank) => parts.get(rank)?.priced.netOre)
  billPart(month, parts, 0, (id) => id === 'first')
  billPart(month, parts, 1, () => true)
  expect(nets()).toEqual([45_000, 200_000])
  billPart(month, parts, 0, () => true)
  expect(nets()).toEqual([45_000, 200_000])
  // An hour more is one that is not included.
  parts.delete(0)
  const longer = { ...month, work: month.work.map((row) => (row.id === 'first' ? { ...row, minutes: 120 } : row)) }
  billPart(longer, parts, 0, () => true)
  expect(nets()).toEqual([145_000, 200_000])
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
