import fc from 'fast-check'
import { expect, test } from 'vitest'
import { momentInStockholm } from '#lib/dates.rules.ts'
import { someMonth } from './testing/months.ts'
import { type Part, partsBy } from './work-parts.rules.ts'

const sum = (parts: Part[]) => parts.reduce((minutes, part) => minutes + part.minutes, 0)
const dutyOf = (parts: Part[]) => sum(parts.filter(({ isDuty }) => isDuty))

test('splitting at the calendar’s edges never changes the minutes of a row', () => {
  fc.assert(
    fc.property(someMonth, ({ work, calendar }) => {
      const split = partsBy(calendar)
      for (const row of work) {
        const { parts, starts, ends } = split(row)
        expect(sum(parts)).toBe(row.minutes)
        expect(ends - starts).toBe(row.minutes)
        expect(parts.every(({ minutes }) => minutes > 0)).toBe(true)
        expect(parts.every(({ isDuty }, at) => isDuty !== parts[at + 1]?.isDuty)).toBe(true)
      }
    }),
  )
})

test('two rows that meet at an edge have the parts of one', () => {
  fc.assert(
    fc.property(someMonth, ({ work, calendar }) => {
      const split = partsBy(calendar)
      for (const row of work) {
        const { parts, starts } = split(row)
        const first = parts[0]?.minutes ?? 0
        const [workDate = '', timeFrom = ''] = momentInStockholm(new Date((starts + first) * 60_000)).split(' ')
        // The first of the two equal hours in autumn has no name of its own.
        if (parts.length < 2 || split({ workDate, timeFrom, minutes: 1 }).starts !== starts + first) continue
        const before = split({ ...row, minutes: first }).parts
        const after = split({ workDate, timeFrom, minutes: row.minutes - first }).parts
        expect(sum(before) + sum(after)).toBe(row.minutes)
        expect(dutyOf(before) + dutyOf(after)).toBe(dutyOf(parts))
      }
    }),
  )
})
