import { z } from 'zod'
import {
  Cursor,
  file,
  get,
  Id,
  IdParams,
  Month,
  pageOf,
  post,
  requiredDay,
  requiredId,
  whenValid,
} from '#shared/contract.ts'
import { daysBetween } from '#shared/dates.rules.ts'

export const REPORT_NOT_FOUND = 'Rapporten finns inte'
export const NOTHING_TO_MARK = 'Ingen data att markera'
export const NOTHING_TO_EXPORT = 'Ingen data att exportera'
const FROM_AFTER_TO = 'Från-datumet kan inte ligga efter till-datumet'
const PERIOD_TOO_LONG = 'Perioden får vara högst ett år och en dag'
/** An unmarked report is deleted after this many days: report_retention() in the database. */
export const REPORT_STORED_DAYS = 7
/** How many re-activated rows a report lists at most. */
export const REACTIVATED_SHOWN = 20
/** Rows per page for the print view. */
export const PRINT_PAGE_SIZE = 2000

const PERIOD_DAYS_MAX = 366

export const NewReport = z
  .strictObject({
    /** '' for all customers. */
    customerId: z.union([requiredId('Välj en kund'), z.literal('')], 'Välj en kund'),
    from: requiredDay('Ange från-datum'),
    to: requiredDay('Ange till-datum'),
  })
  .refine(({ from, to }) => from <= to, {
    message: FROM_AFTER_TO,
    path: ['from'],
    when: whenValid('from', 'to'),
  })
  .refine(({ from, to }) => daysBetween(from, to) <= PERIOD_DAYS_MAX, {
    message: PERIOD_TOO_LONG,
    path: ['to'],
    when: whenValid('from', 'to'),
  })
export type NewReport = z.output<typeof NewReport>

/** A generated report: a snapshot that later changes of its time entries do not affect. */
export const Report = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
  /** Null for all customers. */
  customerName: z.string().nullable(),
  periodFrom: z.iso.date(),
  periodTo: z.iso.date(),
  rows: z.int(),
  minutes: z.int(),
  /** Rows of the period that had already been reported; they are not in the report. */
  alreadyReported: z.int(),
  markedAt: z.iso.datetime().nullable(),
  markedBy: z.string().nullable(),
  /** How many of its rows were marked. */
  markedRows: z.int().nullable(),
})
export type Report = z.infer<typeof Report>

export const CustomerSum = z.object({ customerId: Id, name: z.string(), rows: z.int(), minutes: z.int() })
export type CustomerSum = z.infer<typeof CustomerSum>

/** A row that the report marked and that was re-activated. */
const ReactivatedRow = z.object({
  id: Id,
  workDate: z.iso.date(),
  timeFrom: z.string(),
  timeTo: z.string(),
  isPlaced: z.boolean(),
  fromIsFirst: z.boolean(),
  toIsFirst: z.boolean(),
  customer: z.object({ id: Id, name: z.string() }),
})

export const ReportWithSums = Report.extend({
  customers: z.array(CustomerSum),
  /** How many rows the report marked were re-activated afterwards; another report may have marked them since. */
  reactivatedRows: z.int(),
  /** Those that are active now, oldest work date first, at most `REACTIVATED_SHOWN`. */
  reactivated: z.array(ReactivatedRow),
})
export type ReportWithSums = z.infer<typeof ReportWithSums>

/** A row of the snapshot, without internal notes. */
export const ReportRow = z.object({
  position: z.int(),
  workDate: z.iso.date(),
  customerName: z.string(),
  technician: z.string(),
  /** Null for time without clock times. */
  timeFrom: z.string().nullable(),
  timeTo: z.string().nullable(),
  fromIsFirst: z.boolean(),
  toIsFirst: z.boolean(),
  minutes: z.int(),
  description: z.string().nullable(),
  /** The number of its ticket. */
  ticketNumber: z.int().nullable(),
})
export type ReportRow = z.infer<typeof ReportRow>

/** How many rows were marked now, had already been reported, or differ from the report. */
export const Marked = z.object({ marked: z.int(), alreadyReported: z.int(), changed: z.int() })
export type Marked = z.infer<typeof Marked>

/** How many customers one marking of a month may name. */
export const MARKED_CUSTOMERS_MAX = 50

const MonthToMark = z.strictObject({
  month: Month,
  /** Null for all of the month. */
  customerIds: z.array(Id).min(1, 'Välj minst en kund').max(MARKED_CUSTOMERS_MAX).nullable(),
})
export type MonthToMark = z.output<typeof MonthToMark>

export const reports = {
  list: get('/api/reports', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'Generated reports, newest first',
    query: z.strictObject({ after: Cursor.optional() }),
    returns: pageOf(Report),
  }),
  generate: post('/api/reports', {
    allow: 'staff',
    summary: 'Takes a snapshot of the active rows of a period, of one customer or all',
    body: NewReport,
    returns: ReportWithSums,
    creates: true,
  }),
  get: get('/api/reports/:id', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'One report with its sums for each customer',
    params: IdParams,
    returns: ReportWithSums,
  }),
  rows: get('/api/reports/:id/rows', {
    allow: 'staff',
    keyScope: 'read',
    summary: `The rows in the order of the report; \`isPrint\` gives ${PRINT_PAGE_SIZE} a page, for the print view`,
    params: IdParams,
    query: z.strictObject({
      after: z
        .string()
        .regex(/^\d{1,9}$/, 'Ogiltig sidmarkör')
        .optional(),
      isPrint: z.stringbool().optional(),
    }),
    returns: pageOf(ReportRow),
  }),
  csv: get('/api/reports/:id/csv', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'The rows as CSV: UTF-8 with a byte-order mark, semicolons, decimal comma',
    params: IdParams,
    returns: file('text/csv; charset=utf-8'),
  }),
  pdf: get('/api/reports/:id/pdf', {
    allow: 'staff',
    keyScope: 'read',
    summary: 'The report as PDF, with what the print view shows',
    params: IdParams,
    returns: file('application/pdf'),
  }),
  mark: post('/api/reports/:id/mark', {
    allow: 'staff',
    summary: 'Marks as reported the rows that are still active and unchanged since the report',
    params: IdParams,
    returns: Marked,
    creates: true,
  }),
  markMonth: post('/api/reports/month', {
    allow: 'staff',
    summary: `Marks as reported a month’s active rows, of up to ${MARKED_CUSTOMERS_MAX} customers or all: makes and marks a report of each, or one of all; without such rows none`,
    body: MonthToMark,
    returns: z.object({ marked: z.int() }),
    ownTransactions: true,
  }),
}
