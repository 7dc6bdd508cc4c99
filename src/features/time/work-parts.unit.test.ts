import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someMonth } from '#features/billing/testing/months.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { type Part, partsBy } from './work-parts.rules.ts'

const sum = (parts: Part[]) => parts.reduce((minutes, part) => minutes + part.minutes, 0)
const afterHoursOf = (parts: Part[]) => sum(parts.filter(({ isAfterHours }) => isAfterHours))

test('splitting at opening and closing times never changes the minutes of a row', () => {
  fc.assert(
    fc.property(someMonth, ({ work, calendar }) => {
      const split = partsBy(calendar)
      for (const row of work) {
        const { parts, starts, ends } = split(row)
        expect(sum(parts)).toBe(row.minutes)
        expect(ends - starts).toBe(row.minutes)
        expect(parts.every(({ minutes }) => minutes > 0)).toBe(true)
        expect(parts.every(({ isAfterHours }, at) => isAfterHours !== parts[at + 1]?.isAfterHours)).toBe(true)
      }
    }),
  )
})

test('two rows that meet at opening or closing time have the parts of one row', () => {
  fc.assert(
    fc.property(someMonth, ({ work, calendar }) => {
      const split = partsBy(calendar)
      for (const row of work) {
        const { parts, starts } = split(row)
        const first = parts[0]?.minutes ?? 0
        const [workDate = '', timeFrom = ''] = momentInStockholm(new Date((starts + first) * 60_000)).split(' ')
        if (parts.length < 2) continue
        const rest = { ...row, workDate, timeFrom, minutes: row.minutes - first }
        const fromIsFirst = split({ ...rest, fromIsFirst: true }).starts === starts + first
        const before = split({ ...row, minutes: first }).parts
        const after = split({ ...rest, fromIsFirst }).parts
        expect(sum(before) + sum(after)).toBe(row.minutes)
        expect(afterHoursOf(before) + afterHoursOf(after)).toBe(afterHoursOf(parts))
      }
    }),
  )
})

test('work without clock times is never after-hours work', () => {
  fc.assert(
    fc.property(someMonth, ({ work, calendar }) => {
      for (const row of work) expect(afterHoursOf(partsBy(calendar)({ ...row, isPlaced: false }).parts)).toBe(0)
    }),
  )
})
