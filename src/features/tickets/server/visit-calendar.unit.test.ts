// The calendar file, read by a library that did not write it.
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type VisitSpan, visitTimeOf } from '../visits.rules.ts'
import { type CalendarVisit, visitCalendar, visitInvitation } from './visit-calendar.ts'

const visit: Omit<CalendarVisit, 'startsAt' | 'endsAt'> = {
  id: '0192f3a0-0000-7000-8000-000000000001',
  version: 3,
  isCancelled: false,
  ticketNumber: 1001,
  title: 'WiFi nere; överallt, även i lagret',
  note: 'Lås upp serverrummet.\nParkera på gården.',
  who: 'Anna Berg',
  company: 'Nordnät AB',
  place: 'Kajen 1\n111 11 Hamnstad',
}
const people = {
  organizer: { name: 'Nordnät AB', email: 'support@nordnat.se' },
  attendee: { name: 'Kim "Kajan" Lund', email: 'kim@kajen.se' },
}

const at = (span: VisitSpan) => {
  const time = visitTimeOf(span)
  if (!time) throw new Error('No such time')
  return time
}

/** The zone is taken from the file alone: ical.js knows none by itself. */
function read(content: string) {
  const calendar = new ICAL.Component(ICAL.parse(content))
  const zone = calendar.getFirstSubcomponent('vtimezone')
  if (!zone) throw new Error('The file has no zone')
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  const timezone = new ICAL.Timezone(zone)
  const instantOf = (time: ICAL.Time) => {
    const placed = time.clone()
    placed.zone = timezone
    return placed.toJSDate().toISOString()
  }
  return {
    method: calendar.getFirstPropertyValue('method'),
    event,
    tzid: event.component.getFirstProperty('dtstart')?.getParameter('tzid'),
    local: [event.startDate.toString(), event.endDate.toString()],
    instants: [instantOf(event.startDate), instantOf(event.endDate)],
  }
}

test.each([
  ['in winter', { date: '2026-11-24', timeFrom: '09:00', timeTo: '11:00' }, ['08:00', '10:00']],
  ['in summer', { date: '2026-07-07', timeFrom: '09:00', timeTo: '11:00' }, ['07:00', '09:00']],
  ['on the day before summer time', { date: '2026-03-28', timeFrom: '09:00', timeTo: '11:00' }, ['08:00', '10:00']],
  ['on the first day of summer time', { date: '2026-03-29', timeFrom: '09:00', timeTo: '11:00' }, ['07:00', '09:00']],
  ['across the change to summer time', { date: '2026-03-29', timeFrom: '01:30', timeTo: '03:30' }, ['00:30', '01:30']],
  ['on the day before normal time', { date: '2026-10-24', timeFrom: '09:00', timeTo: '11:00' }, ['07:00', '09:00']],
  ['on the first day of normal time', { date: '2026-10-25', timeFrom: '09:00', timeTo: '11:00' }, ['08:00', '10:00']],
  ['across the change to normal time', { date: '2026-10-25', timeFrom: '01:30', timeTo: '03:30' }, ['23:30', '02:30']],
])('a visit %s is at the same instant in another library', (_when, span, utc) => {
  const time = at(span)
  const { local, instants, tzid } = read(visitInvitation({ ...visit, ...time }, people).content)
  expect(tzid).toBe('Europe/Stockholm')
  expect(local).toEqual([`${span.date}T${span.timeFrom}:00`, `${span.date}T${span.timeTo}:00`])
  expect(instants).toEqual([new Date(time.startsAt).toISOString(), new Date(time.endsAt).toISOString()])
  expect(instants.map((instant) => instant.slice(11, 16))).toEqual(utc)
})

test.each([
  ['begins', { date: '2026-10-25', timeFrom: '02:30', timeTo: '04:00' }, ['01:30', '03:00']],
  ['ends', { date: '2026-10-25', timeFrom: '01:30', timeTo: '02:30' }, ['23:30', '01:30']],
])('a visit that %s in the repeated hour has times in UTC', (_when, span, utc) => {
  const content = visitCalendar({ ...visit, ...at(span) })
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(content)).getFirstSubcomponent('vevent') ?? undefined)
  const times = [event.startDate, event.endDate].map((time) => time.toString())
  expect(times.map((time) => time.slice(11))).toEqual(utc.map((time) => `${time}:00Z`))
})

const winter = at({ date: '2026-11-24', timeFrom: '09:00', timeTo: '11:00' })

test('an invitation has the organizer, the recipient, the place and the note', () => {
  const { method, event } = read(visitInvitation({ ...visit, ...winter }, people).content)
  expect(method).toBe('REQUEST')
  expect([event.uid, event.sequence]).toEqual(['0192f3a0-0000-7000-8000-000000000001@visit.stodpunkt', 3])
  expect(event.summary).toBe('Nordnät AB: WiFi nere; överallt, även i lagret (#1001)')
  expect(event.description).toBe('Anna Berg kommer.\n\nLås upp serverrummet.\nParkera på gården.')
  expect(event.location).toBe('Kajen 1 111 11 Hamnstad')
  expect(event.organizer).toBe('mailto:support@nordnat.se')
  expect(event.attendees.map((one) => String(one.getFirstValue()).toLowerCase())).toEqual(['mailto:kim@kajen.se'])
  expect(event.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  // In UTC, whatever the zone of the server.
  expect(event.component.getFirstPropertyValue('dtstamp')?.toString()).toMatch(/Z$/)
})

test('a cancelled visit has the same UID, a higher SEQUENCE and the method CANCEL', () => {
  const planned = read(visitInvitation({ ...visit, ...winter }, people).content)
  const cancelled = read(visitInvitation({ ...visit, ...winter, version: 4, isCancelled: true }, people).content)
  expect(cancelled.method).toBe('CANCEL')
  expect(cancelled.event.component.getFirstPropertyValue('status')).toBe('CANCELLED')
  // Whoever is no longer to hear of the visit does not read its note.
  expect(cancelled.event.description).toBe(null)
  expect(cancelled.event.uid).toBe(planned.event.uid)
  expect(cancelled.event.sequence).toBeGreaterThan(planned.event.sequence)
})

test('a file that is downloaded has no method, which would require an organizer, and invites nobody', () => {
  const { method, event } = read(visitCalendar({ ...visit, ...winter }))
  expect([method, event.organizer, event.attendees]).toEqual([null, null, []])
  expect(event.description).toContain('Anna Berg kommer.')
})

test('a title cannot add a line', () => {
  const title = 'WiFi\r\nATTENDEE:mailto:evil@example.se\r\nX: nere'
  const { event } = read(visitInvitation({ ...visit, ...winter, title, note: title }, people).content)
  expect(event.attendees).toHaveLength(1)
})
