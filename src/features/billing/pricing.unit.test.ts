import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ore } from '#shared/money.rules.ts'
import { reached } from './drawing.rules.ts'
import { priceMonth } from './pricing.rules.ts'
import { validOn } from './terms.rules.ts'
import { aMonth, someMonth, terms, work } from './testing/months.ts'
import { referenceMonth } from './testing/reference-month.ts'

const only = <T>(values: readonly T[]): T => {
  expect(values).toHaveLength(1)
  return values[0] as T
}
const ROUND_30 = terms({ roundTo: 30 })
const row = (given: Parameters<typeof work>[0], of = ROUND_30) =>
  only(priceMonth(aMonth({ work: [work(given)], terms: of })).rows)
const prepaid = (id: string, given: object = {}) => ({
  id,
  boughtOn: '2026-01-01',
  validUntil: null,
  minutesLeft: 60,
  ...given,
})

test('time is rounded up to whole units, and exact units stay', () => {
  expect(row({ minutes: 12 })).toMatchObject({ minutes: 12, chargedMinutes: 30 })
  expect(row({ minutes: 30 })).toMatchObject({ chargedMinutes: 30 })
  expect(row({ minutes: 31 })).toMatchObject({ chargedMinutes: 60 })
  expect(row({ minutes: 31 }, terms())).toMatchObject({ chargedMinutes: 31 })
  expect(row({ minutes: 5 }, terms({ roundTo: 15, smallestMinutes: 45 }))).toMatchObject({ chargedMinutes: 45 })
  expect(row({ minutes: 50 }, terms({ roundTo: 15, smallestMinutes: 45 }))).toMatchObject({ chargedMinutes: 60 })
})

test('a row is split at closing time; minutes added by rounding belong to its last part', () => {
  expect(row({ timeFrom: '16:45', minutes: 30 })).toMatchObject({ chargedMinutes: 30, afterHoursMinutes: 15 })
  expect(row({ timeFrom: '16:50', minutes: 15 })).toMatchObject({ chargedMinutes: 30, afterHoursMinutes: 20 })
  expect(row({ timeFrom: '16:30', minutes: 120 })).toMatchObject({ chargedMinutes: 120, afterHoursMinutes: 90 })
  expect(row({ timeFrom: '07:50', minutes: 20 })).toMatchObject({ chargedMinutes: 30, afterHoursMinutes: 10 })
  expect(row({ workDate: '2026-11-21' })).toMatchObject({ afterHoursMinutes: 60 })
  expect(row({ timeFrom: '22:00', minutes: 11 * 60 })).toMatchObject({ afterHoursMinutes: 11 * 60 })
  expect(row({ workDate: '2026-11-19', timeFrom: '22:00', minutes: 11 * 60 })).toMatchObject({
    afterHoursMinutes: 10 * 60,
  })
  expect(row({ workDate: '2026-12-24' })).toMatchObject({ afterHoursMinutes: 60 })
})

test('time without clock times is never after hours, even on a Saturday, holiday or evening', () => {
  for (const given of [{ workDate: '2026-11-21' }, { workDate: '2026-12-25' }, { timeFrom: '20:00' }]) {
    expect(row({ ...given, isPlaced: false })).toMatchObject({ afterHoursMinutes: 0 })
    expect(row(given)).toMatchObject({ afterHoursMinutes: 60 })
  }
})

test('elapsed minutes count in the nights when the clocks change', () => {
  const openFromThree = () => ({ intervals: [{ opens: '03:00', closes: '17:00' }] })
  const afterHoursOf = (workDate: string) =>
    only(
      priceMonth(aMonth({ calendar: openFromThree, work: [work({ workDate, timeFrom: '01:30', minutes: 180 })] })).rows,
    ).afterHoursMinutes
  expect(afterHoursOf('2026-11-22')).toBe(90)
  expect(afterHoursOf('2026-10-25')).toBe(150)
  expect(afterHoursOf('2026-03-29')).toBe(30)
})

test('rows of a ticket and day are rounded together if the terms say so, others alone', () => {
  const together = terms({ roundTo: 30, roundBy: 'ticket', smallestMinutes: 60 })
  const visits = [
    work({ id: 'a', ticketId: 't', minutes: 10 }),
    work({ id: 'b', ticketId: 't', timeFrom: '13:00', minutes: 15 }),
    work({ id: 'c', ticketId: 'u', minutes: 61 }),
    work({ id: 'd', minutes: 10 }),
    work({ id: 'e', ticketId: 't', workDate: '2026-11-23', minutes: 10 }),
  ]
  const { rows } = priceMonth(aMonth({ work: visits, terms: together }))
  const charged = Object.fromEntries(rows.map(({ id, chargedMinutes }) => [id, chargedMinutes]))
  expect(charged).toEqual({ a: 10, b: 50, c: 90, d: 60, e: 60 })
})

test('each kind of work has its price; after hours the price does not depend on it', () => {
  const { lines, sums } = priceMonth(
    aMonth({
      work: [
        work({ id: 'a', minutes: 90 }),
        work({ id: 'b', kind: 'onsite', minutes: 30 }),
        work({ id: 'c', kind: 'onsite', timeFrom: '16:30', minutes: 60 }),
        work({ id: 'd', timeFrom: '17:30', minutes: 30 }),
      ],
    }),
  )
  expect(lines).toMatchObject([
    { kind: 'remote', quantity: 90, unitOre: 100_000, netOre: 150_000 },
    { kind: 'onsite', quantity: 60, unitOre: 120_000, netOre: 120_000 },
    { kind: 'after_hours', quantity: 60, unitOre: 200_000, netOre: 200_000 },
  ])
  expect(sums).toEqual({ recurring: 0, labour: 470_000, travel: 0, material: 0, prepaidHours: 0, other: 0 })
})

test('a start fee is charged once for each day and kind of work', () => {
  const { lines, rows } = priceMonth(
    aMonth({
      terms: terms({ startFeeOre: ore(40_000) }),
      work: [
        work({ id: 'b', timeFrom: '13:00' }),
        work({ id: 'a' }),
        work({ id: 'c', kind: 'onsite' }),
        work({ id: 'd', workDate: '2026-11-23' }),
      ],
    }),
  )
  const position = lines.findIndex(({ kind }) => kind === 'start')
  expect(lines[position]).toMatchObject({ quantity: 3, netOre: 120_000 })
  const leadingToFee = rows.filter(({ shares }) => shares.some(({ line }) => line === position))
  expect(leadingToFee.map(({ id }) => id)).toEqual(['a', 'c', 'd'])
})

test('included hours are drawn first, and the rest is charged', () => {
  const { lines, included, sums } = priceMonth(
    aMonth({ terms: terms({ includedMinutes: 120 }), work: [work({ minutes: 180 })] }),
  )
  expect(included).toEqual({ minutes: 120, used: 120 })
  expect(lines).toMatchObject([
    { kind: 'remote', quantity: 60 },
    { kind: 'included', quantity: 120, netOre: 0 },
  ])
  expect(sums.labour).toBe(100_000)
})

test('80 and 100 percent of included hours are the thresholds for notifications', () => {
  expect([0, 79, 80, 99, 100, 130].map((used) => reached(used, 100))).toEqual([0, 0, 80, 80, 100, 100])
  expect(reached(143, 179)).toBe(0)
  expect(reached(144, 179)).toBe(80)
  expect(reached(0, 0)).toBe(0)
})

test('work outside opening hours draws only if the terms allow it', () => {
  const night = { work: [work({ timeFrom: '16:30' })], prepaidHours: [prepaid('p')] }
  expect(priceMonth(aMonth(night)).draws).toEqual([{ prepaidHoursId: 'p', minutes: 30 }])
  expect(priceMonth(aMonth({ ...night, terms: terms({ afterHoursDrawdowns: true }) })).draws).toEqual([
    { prepaidHoursId: 'p', minutes: 60 },
  ])
})

test('prepaid hours that expire first are drawn first, and only while they are valid', () => {
  const prepaidHours = [
    prepaid('never'),
    prepaid('late', { validUntil: '2026-12-31' }),
    prepaid('soon', { validUntil: '2026-11-20' }),
    prepaid('expired', { validUntil: '2026-11-19' }),
    prepaid('not yet', { boughtOn: '2026-11-21', validUntil: '2026-11-30' }),
  ]
  const priced = (minutes: number) => priceMonth(aMonth({ prepaidHours, work: [work({ minutes })] }))
  expect(priced(90).draws).toEqual([
    { prepaidHoursId: 'soon', minutes: 60 },
    { prepaidHoursId: 'late', minutes: 30 },
  ])
  expect(priced(240)).toMatchObject({
    draws: [
      { prepaidHoursId: 'soon', minutes: 60 },
      { prepaidHoursId: 'late', minutes: 60 },
      { prepaidHoursId: 'never', minutes: 60 },
    ],
    netOre: 100_000,
  })
})

test('each row is priced by the terms of its date; included hours by those of the first day', () => {
  const rows = [
    { validFrom: '2026-11-15', ...terms({ remoteOre: ore(90_000), includedMinutes: 600 }) },
    { validFrom: '2026-01-01', ...terms({ includedMinutes: 30 }) },
  ]
  const { lines, included } = priceMonth(
    aMonth({
      termsOn: (date) => validOn(rows, date),
      work: [work({ id: 'a', workDate: '2026-11-13' }), work({ id: 'b', workDate: '2026-11-16' })],
    }),
  )
  expect(included).toEqual({ minutes: 30, used: 30 })
  expect(lines).toMatchObject([
    { kind: 'remote', unitOre: 90_000, quantity: 60 },
    { kind: 'remote', unitOre: 100_000, quantity: 30 },
    { kind: 'included', quantity: 30 },
  ])
  expect(validOn(rows, '2025-12-31')).toBeUndefined()
})

test('rows on dates without terms are listed as unpriced and on no line', () => {
  const month = aMonth({ termsOn: () => undefined, work: [work({ id: 'b' }), work({ id: 'a' })] })
  expect(priceMonth(month)).toMatchObject({ unpriced: ['a', 'b'], rows: [], lines: [], totalOre: 0 })
})

test('VAT is rounded once for each rate', () => {
  const thirds = [1, 2, 3].map((day) => work({ id: `${day}`, workDate: `2026-11-0${day}`, minutes: 1 }))
  const { vat, vatOre, netOre, totalOre } = priceMonth(
    aMonth({
      work: [],
      expenses: thirds.map(({ id, workDate }, at) => ({
        id,
        workDate,
        kind: 'material',
        article: `Sak ${id}`,
        hundredths: 100,
        unit: 'st',
        priceOre: ore(1 + at),
      })),
      vatPercentOn: (date) => (date < '2026-11-03' ? 25 : 12),
    }),
  )
  // 25 % of 3 öre is 0,75; of 1 and 2 öre separately it would be 0 and 1.
  expect(vat).toEqual([
    { percent: 25, netOre: 3, vatOre: 1 },
    { percent: 12, netOre: 3, vatOre: 0 },
  ])
  expect([netOre, vatOre, totalOre]).toEqual([6, 1, 7])
})

test('with reverse charge no VAT is added', () => {
  const priced = priceMonth(aMonth({ isReverseCharge: true, work: [work()] }))
  expect(priced).toMatchObject({ vat: [{ percent: 0, netOre: 100_000, vatOre: 0 }], totalOre: 100_000 })
})

test('RUT work is work on site for a private customer, with a line and sum of its own', () => {
  const visits = [
    work({ id: 'a', kind: 'onsite', isRut: true }),
    work({ id: 'b', kind: 'onsite', timeFrom: '13:00' }),
    work({ id: 'c', kind: 'remote', timeFrom: '14:00', isRut: true }),
  ]
  expect(priceMonth(aMonth({ work: visits, isPrivate: true }))).toMatchObject({
    rutOre: 120_000,
    netOre: 340_000,
    totalOre: 425_000,
  })
  expect(priceMonth(aMonth({ work: visits })).rutOre).toBe(0)
})

test('travel, material and purchased prepaid hours have sums of their own', () => {
  const { sums, lines } = priceMonth(
    aMonth({
      expenses: [
        {
          id: 'a',
          workDate: '2026-11-02',
          kind: 'travel',
          article: 'Resa',
          hundredths: 1250,
          unit: 'km',
          priceOre: ore(2500),
        },
        {
          id: 'b',
          workDate: '2026-11-03',
          kind: 'travel',
          article: 'Resa',
          hundredths: 250,
          unit: 'km',
          priceOre: ore(2500),
        },
        {
          id: 'c',
          workDate: '2026-11-02',
          kind: 'material',
          article: 'Switch',
          hundredths: 100,
          unit: 'st',
          priceOre: ore(99_900),
        },
      ],
      bought: [{ id: 'p', boughtOn: '2026-11-05', minutes: 600, priceOre: ore(850_000) }],
    }),
  )
  expect(sums).toEqual({ recurring: 0, labour: 0, travel: 37_500, material: 99_900, prepaidHours: 850_000, other: 0 })
  expect(lines.map(({ kind, quantity }) => [kind, quantity])).toEqual([
    ['travel', 1500],
    ['material', 100],
    ['bought', 1],
  ])
})

test('every month is priced as by the reference implementation', () => {
  fc.assert(
    fc.property(someMonth, (month) => {
      const priced = priceMonth(month)
      const { parts: _, ...expected } = referenceMonth(month)
      const sum = (of: (row: (typeof priced.rows)[number]) => number) =>
        priced.rows.reduce((all, one) => all + of(one), 0)
      expect({
        net: BigInt(priced.netOre),
        vat: BigInt(priced.vatOre),
        labour: BigInt(priced.sums.labour),
        rut: BigInt(priced.rutOre),
        included: priced.included.used,
        draws: Object.fromEntries(priced.draws.map(({ prepaidHoursId, minutes }) => [prepaidHoursId, minutes])),
        afterHours: sum((one) => one.afterHoursMinutes),
        charged: sum((one) => one.chargedMinutes),
      }).toEqual(expected)
    }),
    { numRuns: 150 },
  )
})

test('lines add up to the total, and the shares of rows to the minutes of lines', () => {
  fc.assert(
    fc.property(someMonth, (month) => {
      const { rows, lines, sums, netOre, vatOre, totalOre } = priceMonth(month)
      expect(lines.reduce((sum, line) => sum + line.netOre, 0)).toBe(netOre)
      expect(sums.labour + sums.travel + sums.material + sums.prepaidHours).toBe(netOre)
      expect(netOre + vatOre).toBe(totalOre)
      for (const [position, line] of lines.entries()) {
        if (line.per !== 60) continue
        const ofLine = rows.flatMap(({ shares }) => shares).filter((share) => share.line === position)
        expect(ofLine.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(line.quantity)
      }
      const unbilled = new Set(month.work.filter(({ unbilledReason }) => unbilledReason).map(({ id }) => id))
      for (const { id, minutes, chargedMinutes, shares: own } of rows)
        expect(own.reduce((sum, share) => sum + share.minutes, 0)).toBe(unbilled.has(id) ? minutes : chargedMinutes)
    }),
  )
})

test('at least the worked minutes are charged of what is billed', () => {
  fc.assert(
    fc.property(someMonth, (drawn) => {
      const month = { ...drawn, work: drawn.work.filter(({ unbilledReason }) => unbilledReason === null) }
      for (const { minutes, chargedMinutes, afterHoursMinutes } of priceMonth(month).rows) {
        expect(chargedMinutes).toBeGreaterThanOrEqual(minutes)
        expect(afterHoursMinutes).toBeLessThanOrEqual(chargedMinutes)
      }
    }),
  )
})

test('the order of the input changes neither the result nor the use of prepaid hours', () => {
  fc.assert(
    fc.property(someMonth, fc.nat(), (month, turn) => {
      const turned = <Row>(rows: readonly Row[]) => {
        const at = turn % Math.max(1, rows.length)
        return [...rows.slice(at), ...rows.slice(0, at)].reverse()
      }
      const { work: rows, prepaidHours, expenses, bought } = month
      expect(
        priceMonth({
          ...month,
          work: turned(rows),
          prepaidHours: turned(prepaidHours),
          expenses: turned(expenses),
          bought: turned(bought),
        }),
      ).toEqual(priceMonth(month))
    }),
  )
})
