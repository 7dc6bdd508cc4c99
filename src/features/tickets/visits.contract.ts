// Planned visits to the customer of a ticket.
import { z } from 'zod'
import { clockTime, SKIPPED_TIME } from '#features/time/time.contract.ts'
import {
  file,
  get,
  Id,
  IdParams,
  optionalText,
  post,
  put,
  requiredDay,
  requiredId,
  Version,
  whenValid,
} from '#shared/contract.ts'
import { instantInStockholm } from '#shared/dates.rules.ts'

/** How long a visit may take; visits_hours_limit in the database. */
export const VISIT_HOURS_MAX = 24
/** Of a ticket, without cancelled ones. */
export const VISITS_PER_TICKET_MAX = 50
export const VISIT_NOTE_MAX = 1000
/** How many days of a person's visits are read at once. */
export const VISIT_DAYS_MAX = 7
/** Mail about a visit waits, so that a change shortly after is in the same mail. */
export const VISIT_MAIL_WAITS_SECONDS = 60

export const VISIT_NOT_FOUND = 'Besöket finns inte'
export const VISIT_ENDS_SAME_DAY = 'Ett besök slutar samma dag: ange en sluttid efter starttiden'
export const VISIT_IS_OVER = 'Tiden har redan passerat: välj en senare'
export const VISIT_IS_CANCELLED = 'Besöket är avbokat. Planera ett nytt.'
export const VISIT_OF_CLOSED_TICKET = 'Ärendet är stängt. Öppna det igen för att planera ett besök.'
export const VISITOR_NOT_FOUND = 'Den som ska komma finns inte'
export const VISITOR_INACTIVE = 'Den som ska komma är inaktiv. Välj någon annan.'

/** Labels of the dialog's fields, in order. */
export const visitLabels = {
  date: 'Datum',
  timeFrom: 'Från',
  timeTo: 'Till',
  userId: 'Vem kommer',
  note: 'Till kunden',
}

const visitFields = {
  date: requiredDay('Ange datum'),
  timeFrom: clockTime('Ange starttid'),
  timeTo: clockTime('Ange sluttid'),
  userId: requiredId('Välj vem som kommer'),
  note: optionalText(VISIT_NOTE_MAX),
}
type Times = { date: string; timeFrom: string; timeTo: string }

/** Of a time that exists. */
function isOver({ date, timeTo }: Times) {
  const ends = instantInStockholm(date, timeTo)
  return ends !== undefined && ends.getTime() <= Date.now()
}

const rules = <Schema extends z.ZodType<Times>>(schema: Schema) =>
  schema
    .refine(({ timeFrom, timeTo }) => timeFrom < timeTo, {
      path: ['timeTo'],
      error: VISIT_ENDS_SAME_DAY,
      when: whenValid('timeFrom', 'timeTo'),
    })
    .refine(({ date, timeFrom }) => instantInStockholm(date, timeFrom), {
      path: ['timeFrom'],
      error: SKIPPED_TIME,
      when: whenValid('date', 'timeFrom'),
    })
    .refine(({ date, timeTo }) => instantInStockholm(date, timeTo), {
      path: ['timeTo'],
      error: SKIPPED_TIME,
      when: whenValid('date', 'timeTo'),
    })
    .refine((times) => !isOver(times), { path: ['timeTo'], error: VISIT_IS_OVER, when: whenValid('date', 'timeTo') })

export const NewVisit = rules(z.strictObject(visitFields))
export type NewVisit = z.output<typeof NewVisit>
export const ChangedVisit = rules(z.strictObject({ ...visitFields, version: Version }))
export type ChangedVisit = z.output<typeof ChangedVisit>

const Person = z.object({ id: Id, fullName: z.string() })

/** `waiting`: the mail server has not taken the mail yet; `returned`: it was returned as undelivered. */
const MailState = z.enum(['waiting', 'sent', 'returned'])
export type MailState = z.infer<typeof MailState>

export const Visit = z.object({
  id: Id,
  ticketId: Id,
  /** Of the ticket about which it was planned; null if that is the ticket of the screen. */
  fromNumber: z.int().nullable(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  who: Person,
  note: z.string().nullable(),
  isCancelled: z.boolean(),
  /** The addresses that get mail about the last change; null until that is decided. */
  mailedTo: z.array(z.object({ address: z.string(), state: MailState })).nullable(),
  version: z.int(),
})
export type Visit = z.infer<typeof Visit>

/** A visit on a person's day, with the ticket on which its time is logged: of a merged one, the survivor. */
export const DayVisit = z.object({
  id: Id,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  who: Person,
  ticket: z.object({ id: Id, ticketNumber: z.int(), title: z.string() }),
  customer: z.object({ id: Id, name: z.string(), isArchived: z.boolean() }),
})
export type DayVisit = z.infer<typeof DayVisit>

/** A visit as the customer sees it. */
export const PortalVisit = Visit.pick({ id: true, startsAt: true, endsAt: true, note: true }).extend({
  who: z.string(),
})
export type PortalVisit = z.infer<typeof PortalVisit>

export const visits = {
  ofDays: get('/api/visits', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'The planned visits of the user, or of another of staff, on a day or the days after it',
    query: z.strictObject({
      from: requiredDay('Ange datum'),
      days: z.coerce.number().int().min(1).max(VISIT_DAYS_MAX).default(1),
      userId: Id.optional(),
    }),
    returns: z.array(DayVisit),
  }),
  create: post('/api/tickets/:id/visits', {
    allow: 'staff',
    keyScope: 'tickets',
    summary: 'Plans a visit to the customer of a ticket, who gets a mail with a calendar file',
    params: IdParams,
    body: NewVisit,
    returns: Visit,
    creates: true,
  }),
  change: put('/api/visits/:id', {
    allow: 'staff',
    keyScope: 'tickets',
    summary: 'Moves or otherwise changes a visit; 409 with the current one when it was changed since',
    params: IdParams,
    body: ChangedVisit,
    returns: Visit,
  }),
  cancel: put('/api/visits/:id/cancelled', {
    allow: 'staff',
    keyScope: 'tickets',
    summary: 'Cancels a visit; 409 with the current one when it was changed since',
    params: IdParams,
    body: z.strictObject({ version: Version }),
    returns: Visit,
  }),
  calendar: get('/api/visits/:id/calendar', {
    allow: 'signedIn',
    keyScope: 'read',
    summary: 'The visit as a calendar file',
    params: IdParams,
    returns: file('text/calendar; charset=utf-8'),
  }),
}
