// A visit as a calendar file (RFC 5545), which calendars of a customer and of staff read.
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import { TIME_ZONE } from '#shared/dates.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { hasRepeatedTime, type VisitTime } from '../visits.rules.ts'

type Address = { name: string; email: string }

export type CalendarVisit = VisitTime & {
  id: string
  version: number
  isCancelled: boolean
  ticketNumber: number
  title: string
  note: string | null
  /** Who comes. */
  who: string
  company: string
  /** The address of the customer. */
  place: string | null
}

/**
 * The clock changes of Stockholm: since 1996 at 01.00 UTC on the last Sundays of March and October (Directive 2000/84/EC). A
 * visit is never earlier.
 */
const STOCKHOLM = [
  'BEGIN:VTIMEZONE',
  `TZID:${TIME_ZONE}`,
  'BEGIN:DAYLIGHT',
  'DTSTART:19960331T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'TZNAME:CEST',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'TZNAME:CET',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n')

/** The visit as a plain file, without a method: one that is not mailed invites nobody (RFC 5546). */
export const visitCalendar = (visit: CalendarVisit): string => calendarOf(visit).calendar.toString()

/** The visit as an invitation of one recipient, or its cancellation. */
export function visitInvitation(
  visit: CalendarVisit,
  { organizer, attendee }: { organizer: Address; attendee: Address },
) {
  const method = visit.isCancelled ? 'CANCEL' : 'REQUEST'
  const { calendar, event } = calendarOf(visit)
  calendar.method(ICalCalendarMethod[method])
  event.organizer(organizer)
  event.createAttendee({
    ...attendee,
    type: ICalAttendeeType.INDIVIDUAL,
    role: ICalAttendeeRole.REQ,
    status: ICalAttendeeStatus.NEEDSACTION,
    rsvp: false,
  })
  return { method, content: calendar.toString() } as const
}

/** The same visit has the same UID in every file, and a higher SEQUENCE after each change, by which a calendar replaces it. */
function calendarOf(visit: CalendarVisit) {
  // A local time that occurs twice is the first of the two (RFC 5545, 3.3.5), so such a visit has times in UTC.
  const isLocal = !hasRepeatedTime(visit)
  const calendar = ical({
    prodId: { company: 'Stödpunkt', product: 'Stödpunkt', language: 'SV' },
    // Without a name of its own the file has the zone of its event, and DTSTAMP is in UTC, as it must be.
    timezone: { name: null, generator: () => STOCKHOLM },
  })
  const event = calendar.createEvent({
    id: `${visit.id}@visit.stodpunkt`,
    sequence: visit.version,
    start: momentOf(visit.startsAt),
    end: momentOf(visit.endsAt),
    ...(isLocal && { timezone: TIME_ZONE }),
    summary: onOneLine(`${visit.company}: ${visit.title} (#${visit.ticketNumber})`),
    ...(!visit.isCancelled && { description: [`${visit.who} kommer.`, visit.note].filter(Boolean).join('\n\n') }),
    status: visit.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  if (visit.place) event.location(onOneLine(visit.place))
  return { calendar, event }
}

const momentOf = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(TIME_ZONE)
