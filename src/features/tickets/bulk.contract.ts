// Changes of several tickets at once, which can be undone until their mail is sent (docs/decisions/104).
import { z } from 'zod'
import { Id, IdParams, post, Version } from '#shared/contract.ts'
import { Assignee, TicketStatus } from './tickets.contract.ts'

/** How many tickets one change may name. */
export const BULK_MAX = 100
export const TOO_MANY = `Högst ${BULK_MAX} ärenden åt gången`
/** How long 'Ångra' is offered. */
export const UNDO_OFFERED_SECONDS = 10
/** When the mail of the change is sent: later, since the answer takes time to arrive, and a press on 'Ångra' too. */
export const BULK_MAIL_AFTER_SECONDS = 12

/** What a bulk change sets. */
export const bulkFields = ['status', 'assignee'] as const

export const unchangedReasons = {
  gone: 'finns inte längre',
  merged: 'är hopslaget med ett annat',
  archived: 'har arkiverats',
  same: 'var redan så',
  changed: 'ändrades av någon annan',
} as const
export const unrestoredReasons = {
  changed: 'har ändrats sedan dess',
  inactive: 'den förra ansvariga är inaktiv',
} as const
export const TOO_LATE = 'Det går inte längre att ångra. Mejlen har gått, eller så är det redan ångrat.'

const tickets = z
  .array(z.strictObject({ id: Id, version: Version }))
  .min(1, 'Markera minst ett ärende')
  .max(BULK_MAX, TOO_MANY)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Samma ärende finns två gånger')

/** Exactly one field; '' or null for `assignedTo` removes the person. */
export const BulkChange = z
  .strictObject({
    /** As the person saw them. */
    tickets,
    status: TicketStatus.optional(),
    assignedTo: Assignee.optional().transform((id) => (id === undefined ? undefined : id || null)),
  })
  .refine(({ status, assignedTo }) => (status === undefined) !== (assignedTo === undefined), {
    path: ['status'],
    error: 'Välj antingen status eller ansvarig',
  })
export type BulkChange = z.output<typeof BulkChange>

const Numbered = z.object({ id: Id, ticketNumber: z.int() })

export const BulkResult = z.object({
  /** Of the change, to undo it; null when nothing was changed. */
  id: Id.nullable(),
  changed: z.array(Numbered),
  /** Without a number when the ticket does not exist. */
  unchanged: z.array(z.object({ id: Id, ticketNumber: z.int().nullable(), reason: z.string() })),
})
export type BulkResult = z.infer<typeof BulkResult>

export const UndoneBulk = z.object({
  restored: z.array(Numbered),
  unrestored: z.array(Numbered.extend({ reason: z.string() })),
})
export type UndoneBulk = z.infer<typeof UndoneBulk>

export const bulk = {
  change: post('/api/tickets/bulk', {
    allow: 'staff',
    summary: `Sets the status or assignee of up to ${BULK_MAX} tickets, and says which were not changed and why; its mail is sent after ${BULK_MAIL_AFTER_SECONDS} s`,
    body: BulkChange,
    returns: BulkResult,
    creates: true,
  }),
  undo: post('/api/tickets/bulk/:id/undo', {
    allow: 'staff',
    summary:
      'Undoes the user’s own bulk change before its mail is sent, for the tickets that nobody has changed since; 404 afterwards',
    params: IdParams,
    returns: UndoneBulk,
  }),
}
