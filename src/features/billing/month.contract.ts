// The invoice bases of many customers at once (docs/decisions/121).
import { z } from 'zod'
import { Cursor, file, get, Id, IdParams, Month, pageOf, post } from '#shared/contract.ts'
import { MonthLine } from './month-lines.contract.ts'

/** How many invoice bases one request makes or bills; the browser sends one request after another. */
const AT_ONCE_MAX = 20
/** How many invoice bases wait together to be sent. */
const SENT_TOGETHER_MAX = 1000
/** How long 'Ångra' is offered before invoice bases that are sent together leave. */
export const SENDING_WAITS_SECONDS = 30
/** When they are sent: later, since a press on 'Ångra' takes time to arrive. */
export const SENDING_AFTER_SECONDS = 32

export const TOO_LATE_TO_UNDO = 'Det går inte längre att ångra. Underlagen har skickats, eller så är det redan ångrat.'
export const ALREADY_SENDING = 'Skickas redan'

const ids = (max: number) =>
  z
    .array(Id)
    .min(1, 'Välj minst en kund')
    .max(max, `Högst ${max} åt gången`)
    .refine((all) => new Set(all).size === all.length, 'Samma finns två gånger')

const ManyOfMonth = z.strictObject({ month: Month, customerIds: ids(AT_ONCE_MAX) })
export type ManyOfMonth = z.output<typeof ManyOfMonth>
const ManyToBill = z.strictObject({ ids: ids(AT_ONCE_MAX) })
const ManyToSend = z.strictObject({ ids: ids(SENT_TOGETHER_MAX) })

/** `reason` says why it was not done; `isRemoved`: an outdated draft of which nothing was left. */
const Made = z.object({ customerId: Id, isMade: z.boolean(), isRemoved: z.boolean(), reason: z.string().nullable() })
export type Made = z.infer<typeof Made>
const Billed = z.object({ id: Id, number: z.string().nullable(), reason: z.string().nullable() })
export type Billed = z.infer<typeof Billed>

const Sending = z.object({
  /** Of the sending, to undo it; null when nothing will be sent. */
  id: Id.nullable(),
  waiting: z.array(Id),
  refused: z.array(z.object({ id: Id, reason: z.string() })),
})
export type Sending = z.infer<typeof Sending>

const MonthFile = {
  month: Month,
  /** Also bases that are approved but not billed. */ approved: z.stringbool().optional(),
}
const MonthLinesFilter = z.strictObject({ ...MonthFile, after: Cursor.optional() })
export type MonthLinesFilter = z.output<typeof MonthLinesFilter>

export const month = {
  csv: get('/api/month/csv', {
    allow: 'staff',
    keyScope: 'read',
    summary:
      'The lines of the month’s billed invoice bases as CSV for an accounting program, with `approved` also of approved ones: UTF-8 with a byte-order mark, semicolons, decimal comma; quantity × price is the amount on each',
    query: z.strictObject(MonthFile),
    returns: file('text/csv; charset=utf-8'),
  }),
  lines: get('/api/month/lines', {
    allow: 'staff',
    keyScope: 'read',
    summary:
      'The same lines as JSON, page by page, those of a customer together; amounts in hundredths of a krona, quantities in hundredths of the unit',
    query: MonthLinesFilter,
    returns: pageOf(MonthLine),
  }),
  create: post('/api/month/invoice-bases', {
    allow: 'staff',
    summary: `Makes the invoice bases of up to ${AT_ONCE_MAX} customers that have none of the month, and anew those of outdated drafts, which are removed when nothing is left of them, each in a transaction of its own; says which could not be made and why`,
    body: ManyOfMonth,
    returns: z.array(Made),
    ownTransactions: true,
  }),
  bill: post('/api/month/billings', {
    allow: 'staff',
    summary: `Bills up to ${AT_ONCE_MAX} invoice bases in the given order, each in a transaction of its own; says their numbers, and which could not be billed and why`,
    body: ManyToBill,
    returns: z.array(Billed),
    ownTransactions: true,
  }),
  send: post('/api/month/sendings', {
    allow: 'staff',
    summary: `Sends drafts in ${SENDING_AFTER_SECONDS} s, unless it is undone; says which will not be sent and why`,
    body: ManyToSend,
    returns: Sending,
    creates: true,
  }),
  undo: post('/api/month/sendings/:id/undo', {
    allow: 'staff',
    summary: 'Undoes a sending before anything has left; 404 afterwards',
    params: IdParams,
    returns: z.object({ undone: z.int() }),
  }),
}
