import { z } from 'zod'
import { CustomerName } from '#features/customers/customers.contract.ts'
import {
  Cursor,
  del,
  get,
  Id,
  IdParams,
  Month,
  optionalText,
  pageOf,
  post,
  put,
  requiredDay,
  requiredId,
  Version,
  whenValid,
} from '#shared/contract.ts'
import { plural } from '#shared/plural.rules.ts'
import { LONG_MINUTES } from './time.rules.ts'
import { UnbilledReason } from './unbilled.contract.ts'
import { anyWorkKind, timeKinds, USUAL_KIND } from './work-kinds.rules.ts'

export const SAME_TIME = 'Sluttiden kan inte vara samma som starttiden'
export const LOCKED = 'Tidraden är rapporterad och kan inte ändras'
export const NOT_YOURS = 'Bara teknikern själv eller en administratör kan ändra tidraden'
export const NOT_PLACED = 'Klockslag ej angivet'
export const TIMES_NEEDED = 'Ange från och till: utan klockslag räknas tiden inte som jour'
export const SKIPPED_TIME = 'Klockslaget finns inte: klockan ställs fram till sommartid den natten'
export const TIME_NOT_FOUND = 'Tidraden finns inte'
export const MONTHS_SHOWN = 12
/** The length of the description and of the internal notes, in characters. */
export const TIME_TEXT_MAX = 5000

/** Where the work was done. */
export const TimeKind = z.enum(timeKinds, `Välj ${anyWorkKind}`)
export type TimeKind = z.infer<typeof TimeKind>
export const RUT_ON_SITE = 'RUT-arbete görs på plats'
export const RUT_IS_PRIVATE = 'Bara en privatperson kan få RUT-arbete'
export const TICKET_OF_OTHER_CUSTOMER = 'Ärendet hör inte till kunden. Välj ett av kundens ärenden.'

/** 'HH:MM'; `required` is the message when it is empty. */
export const clockTime = (required: string) =>
  z
    .string(required)
    .min(1, required)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Ange klockslag som 08:05')

/** A ticket of the customer; '' for none. */
export const TicketChoice = z.union([Id, z.literal('')], 'Välj ett ärende').nullable()

const timeFields = {
  customerId: requiredId('Välj en kund'),
  workDate: requiredDay('Ange datum'),
  timeFrom: clockTime('Ange starttid'),
  timeTo: clockTime('Ange sluttid'),
  description: optionalText(TIME_TEXT_MAX),
  notes: optionalText(TIME_TEXT_MAX),
  /** The technician; blank means the actor, or on a change the current one. Only administrators may set another. */
  userId: z
    .union([Id, z.literal('')], 'Välj en tekniker')
    .nullish()
    .transform((id) => id || null),
}

/** For times in the hour that is repeated in autumn: whether it is the first occurrence, in summer time. Ignored for other times. */
const repeatedHour = { fromIsFirst: z.boolean(), toIsFirst: z.boolean() }

/**
 * Whether a row that overlaps another of the technician, or makes the day long, is refused with 409 `time_question`, whose
 * message is the question. The screens set it, and send the row again without it after the person has confirmed.
 */
const asks = z.boolean().default(false)

type Times = { timeFrom: string; timeTo: string; fromIsFirst?: boolean | undefined; toIsFirst?: boolean | undefined }

/** Equal clock times are an hour apart if they are in both occurrences of the repeated hour; the database checks whether they are. */
const timesDiffer = {
  check: ({ timeFrom, timeTo, fromIsFirst, toIsFirst }: Times) =>
    timeFrom !== timeTo || (fromIsFirst === true && !toIsFirst && timeFrom.startsWith('02:')),
  error: { message: SAME_TIME, path: ['timeTo'], when: whenValid('timeFrom', 'timeTo') },
}

export const NewTimeEntry = z
  .strictObject({
    ...timeFields,
    fromIsFirst: repeatedHour.fromIsFirst.default(false),
    toIsFirst: repeatedHour.toIsFirst.default(false),
    ticketId: TicketChoice.optional().transform((id) => id || null),
    kind: TimeKind.default(USUAL_KIND),
    asks,
    /** Whether a private customer gets a tax reduction for the work, which is done on site. */
    isRut: z.boolean().default(false),
    unbilledReason: UnbilledReason.default(null),
    /** The actor's clock that measured the time; removed with the row's creation, so that its time is saved once. */
    clockId: Id.optional(),
  })
  .refine(timesDiffer.check, timesDiffer.error)
export type NewTimeEntry = z.output<typeof NewTimeEntry>

export const ChangedTimeEntry = z
  .strictObject({
    ...timeFields,
    /** If omitted, the ticket stays, unless the row gets another customer. */
    ticketId: TicketChoice.optional().transform((id) => (id === undefined ? undefined : id || null)),
    kind: TimeKind.optional(),
    /** If omitted, it stays while the row is on site and has the same customer. */
    isRut: z.boolean().optional(),
    /** If omitted, it stays. */
    unbilledReason: UnbilledReason.optional(),
    /** If omitted, they stay while date and times do. */
    fromIsFirst: repeatedHour.fromIsFirst.optional(),
    toIsFirst: repeatedHour.toIsFirst.optional(),
    /** Confirms that from and to are the real times, even if they are those that the product had chosen. */
    isPlaced: z.literal(true).optional(),
    asks,
    version: Version,
  })
  .refine(timesDiffer.check, timesDiffer.error)
export type ChangedTimeEntry = z.output<typeof ChangedTimeEntry>

/** Minutes of work that is entered as a length only. Longer work is entered with from and to. */
const ShortMinutes = z
  .int('Välj hur lång tid')
  .min(1, 'Tiden ska vara minst en minut')
  .max(
    LONG_MINUTES,
    `Tiden får vara högst ${plural(LONG_MINUTES / 60, 'timme', 'timmar')}. Registrera den från och till i stället.`,
  )

/** A length of work on a day, entered in a cell of the week. */
export const NewCell = z.strictObject({
  customerId: timeFields.customerId,
  ticketId: TicketChoice.optional().transform((id) => id || null),
  workDate: timeFields.workDate,
  minutes: ShortMinutes,
  kind: TimeKind.default(USUAL_KIND),
  /** If blank, the title of the ticket. */
  description: timeFields.description,
  asks,
})
export type NewCell = z.output<typeof NewCell>

export const ChangedLength = z.strictObject({ minutes: ShortMinutes, asks, version: Version })
export type ChangedLength = z.output<typeof ChangedLength>

/** The times of work, as proposed and stored by the server. */
const WorkSpan = z.strictObject({
  workDate: timeFields.workDate,
  timeFrom: timeFields.timeFrom,
  timeTo: timeFields.timeTo,
  fromIsFirst: repeatedHour.fromIsFirst.default(false),
  toIsFirst: repeatedHour.toIsFirst.default(false),
})

/** The proposed times for work that ends now (placeUntil in until-now.rules.ts). */
export const WorkProposal = z.object({
  /** Null if it would overlap and there is no gap: the row then has no clock times, or from and to must be entered. */
  span: WorkSpan.nullable(),
  /** Whether the span is an earlier gap, because the time up to now would overlap. */
  isMoved: z.boolean(),
  /** There is no gap outside opening hours: without clock times the work would not count as after hours, so they must be entered. */
  needsTimes: z.boolean(),
})
export type WorkProposal = z.infer<typeof WorkProposal>

/** Work on a ticket that ends now, logged with an answer. Longer work is entered with from and to. */
export const WorkUntilNow = z.strictObject({
  minutes: ShortMinutes,
  kind: TimeKind.default(USUAL_KIND),
  /** As for any row: only on site, for a private customer. */
  isRut: z.boolean().default(false),
  /** The times that the person was shown or entered; null for a row without clock times. If omitted, the server chooses them. */
  span: WorkSpan.refine(timesDiffer.check, timesDiffer.error).nullish(),
  /** If blank, the title of the ticket. */
  description: optionalText(TIME_TEXT_MAX),
})
export type WorkUntilNow = z.output<typeof WorkUntilNow>

export const NamedTicket = z.object({ id: Id, ticketNumber: z.int(), title: z.string() })

export const TimeEntry = z.object({
  id: Id,
  workDate: z.iso.date(),
  timeFrom: z.string(),
  timeTo: z.string(),
  /** Whether a person entered from and to; for a length entered in the week the product chose them. */
  isPlaced: z.boolean(),
  ...repeatedHour,
  /** Elapsed minutes in Europe/Stockholm. */
  minutes: z.int(),
  description: z.string().nullable(),
  notes: z.string().nullable(),
  reported: z.boolean(),
  reportedAt: z.iso.datetime().nullable(),
  /** The last report that marked it; remains when the row is re-activated. */
  reportId: Id.nullable(),
  version: z.int(),
  customer: CustomerName,
  ticket: NamedTicket.nullable(),
  kind: TimeKind,
  isRut: z.boolean(),
  /** Why the customer does not pay for it; null when it does. */
  unbilledReason: z.string().nullable(),
  technician: z.object({ id: Id, fullName: z.string() }),
})
export type TimeEntry = z.infer<typeof TimeEntry>

export const TimeTotal = z.object({ rows: z.int(), minutes: z.int() })
export type TimeTotal = z.infer<typeof TimeTotal>
/** `total` is the sum of all matching rows; null on later pages. */
export const TimePage = pageOf(TimeEntry).extend({ total: TimeTotal.nullable() })

export const TimeFilter = z.strictObject({
  customerId: Id.optional(),
  ticketId: Id.optional(),
  /** 'YYYY-MM' of the work date. */
  month: Month.optional(),
  /** Whether to include reported rows. */
  reported: z.stringbool().optional(),
  /** Only the actor's own rows. */
  mine: z.stringbool().optional(),
  after: Cursor.optional(),
})
export type TimeFilter = z.output<typeof TimeFilter>

const reads = { allow: 'staff', keyScope: 'read' } as const
const writes = { allow: 'staff', keyScope: 'time' } as const

export const time = {
  list: get('/api/time', {
    ...reads,
    summary: 'Time entries, newest work date first; `total` is the sum of all matches, null on later pages',
    query: TimeFilter,
    returns: TimePage,
  }),
  create: post('/api/time', {
    ...writes,
    summary: 'Logs work time',
    body: NewTimeEntry,
    returns: TimeEntry,
    creates: true,
  }),
  week: get('/api/time/week', {
    ...reads,
    summary: 'The user’s own entries in the week of a date, also reported ones, by time',
    query: z.strictObject({ date: requiredDay('Ange datum') }),
    returns: z.object({
      rows: z.array(TimeEntry),
      /** Dates on which the company is closed or closes early; a length alone is not after-hours work on these either. */
      closedDays: z.array(z.iso.date()),
    }),
  }),
  untilNow: get('/api/time/until-now', {
    ...reads,
    summary: 'Proposes times for work of a given length that ends now, without overlapping the user’s entries',
    query: z.strictObject({
      minutes: z.coerce.number().pipe(ShortMinutes),
      /** The work is not placed before the ticket was opened. */
      ticketId: Id.optional(),
    }),
    returns: WorkProposal,
  }),
  addCell: post('/api/time/cells', {
    ...writes,
    summary:
      'Logs work of a given length after the day’s last entry; its times count as not placed until a person sets them',
    body: NewCell,
    returns: TimeEntry,
    creates: true,
  }),
  changeLength: put('/api/time/:id/length', {
    ...writes,
    summary: 'Changes the length of an active entry; 409 with the current row when it was changed since',
    params: IdParams,
    body: ChangedLength,
    returns: TimeEntry,
  }),
  change: put('/api/time/:id', {
    ...writes,
    summary: 'Changes an active entry; 409 with the current row when it was changed since',
    params: IdParams,
    body: ChangedTimeEntry,
    returns: TimeEntry,
  }),
  remove: del('/api/time/:id', {
    ...writes,
    summary: 'Removes an active entry; it can be restored',
    params: IdParams,
    returns: TimeEntry,
  }),
  restore: post('/api/time/:id/restore', {
    ...writes,
    summary: 'Restores a removed entry; 409 for one that is not removed',
    params: IdParams,
    returns: TimeEntry,
  }),
}
