import { expect, test } from 'vitest'
import { openNow, specialDays } from './open-now.rules.ts'
import type { Hours } from './opening-hours.rules.ts'
import { weekdayHours as hours } from './testing/weekday-hours.ts'

const at = (moment: string, hasEmergencyPhone = true, own: Partial<Hours> = {}) =>
  openNow({ ...hours, ...own }, new Date(moment), hasEmergencyPhone)

test('the company is open from the minute it opens until the minute before it closes', () => {
  expect(at('2026-11-20T06:59:59Z')).toMatchObject({ isOpen: false, detail: 'Öppnar i dag 08:00' })
  expect(at('2026-11-20T07:00:00Z')).toEqual({ isOpen: true, text: 'Öppet nu till 17:00' })
  expect(at('2026-11-20T15:59:59Z').isOpen).toBe(true)
  expect(at('2026-11-20T16:00:00Z')).toEqual({
    isOpen: false,
    text: 'Stängt – jour dygnet runt',
    detail: 'Öppnar måndag 08:00',
    opensAt: 'måndag 08:00',
  })
})

test('the emergency service is mentioned only when it has a number', () => {
  expect(at('2026-11-21T12:00:00Z', false)).toMatchObject({
    isOpen: false,
    text: 'Stängt',
    detail: 'Öppnar måndag 08:00',
  })
  expect(at('2026-11-22T12:00:00Z').detail).toBe('Öppnar i morgon 08:00')
})

test('times are in Stockholm time in summer and winter, also in the weeks of the change', () => {
  expect(at('2026-03-27T07:00:00Z').isOpen).toBe(true) // winter time, 08:00
  expect(at('2026-03-27T06:00:00Z').isOpen).toBe(false)
  expect(at('2026-03-30T06:00:00Z').isOpen).toBe(true) // summer time, 08:00
  expect(at('2026-03-30T15:00:00Z').isOpen).toBe(false)
  expect(at('2026-10-23T05:59:59Z').isOpen).toBe(false)
  expect(at('2026-10-26T06:59:59Z').isOpen).toBe(false)
  expect(at('2026-10-26T07:00:00Z').isOpen).toBe(true)
})

test('the date is Stockholm’s when it differs from UTC', () => {
  expect(at('2026-11-22T23:30:00Z').detail).toBe('Öppnar i dag 08:00')
  expect(at('2026-12-31T23:30:00Z').detail).toBe('I dag är det nyårsdagen. Öppnar måndag 08:00')
})

test('the company is closed on a holiday, which is named', () => {
  expect(at('2026-12-24T10:00:00Z')).toMatchObject({
    isOpen: false,
    detail: 'I dag är det julafton. Öppnar måndag 08:00',
  })
  expect(at('2026-04-02T16:00:00Z').detail).toBe('Öppnar tisdag 08:00')
  expect(at('2026-06-06T10:00:00Z').detail).toBe('Öppnar måndag 08:00') // a Saturday anyway
})

test('special days are listed for 14 days; ordinary weekends are not', () => {
  expect(specialDays(hours, new Date('2026-12-18T12:00:00Z'))).toEqual([
    { date: '2026-12-24', day: 'Torsdag 24 december', text: 'stängt, julafton' },
    { date: '2026-12-25', day: 'Fredag 25 december', text: 'stängt, juldagen' },
    { date: '2026-12-31', day: 'Torsdag 31 december', text: 'stängt, nyårsafton' },
  ])
  expect(specialDays(hours, new Date('2026-11-20T12:00:00Z'))).toEqual([])
  expect(specialDays({ ...hours, halfDays: 'half' }, new Date('2026-04-01T12:00:00Z'))[0]).toEqual({
    date: '2026-04-02',
    day: 'Torsdag 2 april',
    text: '08:00–12:00, skärtorsdagen',
  })
})

test('a day may have several intervals, and a weekend its own hours', () => {
  const own = { dayHours: 'Fredag: 08:00–12:00, 13:00–15:00\nLördag: 10:00–14:00' }
  expect(at('2026-11-20T07:00:00Z', true, own).text).toBe('Öppet nu till 12:00')
  expect(at('2026-11-20T11:30:00Z', true, own)).toMatchObject({ isOpen: false, detail: 'Öppnar i dag 13:00' })
  expect(at('2026-11-20T14:00:00Z', true, own).detail).toBe('Öppnar i morgon 10:00')
  expect(at('2026-11-21T12:59:00Z', true, own).isOpen).toBe(true)
})

test('the company’s closed days are named, also those of a whole season', () => {
  const closed = (closedDays: string) => at('2026-11-23T10:00:00Z', true, { closedDays })
  expect(closed('2026-11-23: Flytt')).toMatchObject({ isOpen: false, detail: 'Flytt. Öppnar i morgon 08:00' })
  expect(closed('2026-11-20–2026-12-04: Semester').detail).toBe('Semester. Öppnar måndag 7 december 08:00')
  expect(closed('2026-11-20–2028-12-04: Uppehåll')).toEqual({
    isOpen: false,
    text: 'Stängt – jour dygnet runt',
    detail: 'Uppehåll.',
  })
})

test('eves and half days are closed, half or open by choice; public holidays are closed', () => {
  expect(at('2026-12-24T10:00:00Z', true, { eves: 'open' }).text).toBe('Öppet nu till 17:00')
  expect(at('2026-12-24T10:00:00Z', true, { eves: 'half' }).text).toBe('Öppet nu till 12:00')
  expect(at('2026-12-24T12:00:00Z', true, { eves: 'half' }).detail).toBe('I dag är det julafton. Öppnar måndag 08:00')
  expect(at('2026-04-02T10:30:00Z', true, { halfDays: 'half' }).isOpen).toBe(false)
  expect(at('2026-04-02T10:30:00Z', true, { halfDays: 'closed' }).isOpen).toBe(false)
  expect(at('2026-12-25T10:00:00Z', true, { eves: 'open', halfDays: 'open' }).isOpen).toBe(false)
})

test('the company is never closed for a whole week, so a weekday’s name is unambiguous', () => {
  for (let day = Date.parse('2024-01-01T20:00:00Z'); day < Date.parse('2034-01-01T00:00:00Z'); day += 86_400_000) {
    const next = Array.from({ length: 6 }, (_, ahead) =>
      openNow(hours, new Date(day + ahead * 86_400_000 - 28_800_000), false),
    )
    expect(next.some(({ isOpen }) => isOpen)).toBe(true)
  }
})
