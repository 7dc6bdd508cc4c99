// Tickets as the customer sees them: nothing internal and no conditional fields.
import { z } from 'zod'
import { Cursor, get, Id, IdParams, nothing, pageOf, post, put } from '#lib/contract.ts'
import { COMMENT_MAX, CommentText, TicketPriority, TicketStatus, ticketTexts } from '#tickets/tickets.contract.ts'

export const NewPortalTicket = z.strictObject({ ...ticketTexts('Ämne'), priority: TicketPriority.default('normal') })
export type NewPortalTicket = z.output<typeof NewPortalTicket>

/** Whom the ticket waits for, by its status and its last public comment. */
const waitsFor = ['us', 'you', 'nobody'] as const
export const waitsForLabels = { us: 'Väntar på oss', you: 'Väntar på dig', nobody: 'Klart' } as const

export const PortalTicket = z.object({
  id: Id,
  ticketNumber: z.int(),
  title: z.string(),
  description: z.string(),
  status: TicketStatus,
  priority: TicketPriority,
  createdAt: z.iso.datetime(),
  waitsFor: z.enum(waitsFor),
  /** The name of the member of staff who has it, if anybody. */
  assignee: z.string().nullable(),
})
export type PortalTicket = z.infer<typeof PortalTicket>

export const PortalComment = z.object({
  kind: z.literal('comment'),
  id: Id,
  createdAt: z.iso.datetime(),
  author: z.string(),
  /** Written by this login. */
  isMine: z.boolean(),
  /** Written by a login of the customer. */
  byCustomer: z.boolean(),
  comment: z.string(),
})
export type PortalComment = z.infer<typeof PortalComment>

const PortalChange = z.object({
  kind: z.literal('change'),
  id: Id,
  createdAt: z.iso.datetime(),
  author: z.string().nullable(),
  before: TicketStatus,
  after: TicketStatus,
  /** The customer's comment opened the ticket again. */
  byComment: z.boolean(),
})

export const PortalEntry = z.discriminatedUnion('kind', [PortalComment, PortalChange])
export type PortalEntry = z.infer<typeof PortalEntry>

export const NewPortalComment = z.strictObject({ comment: CommentText })
export type NewPortalComment = z.output<typeof NewPortalComment>

const PortalDraft = z.strictObject({
  comment: z.string('Ogiltigt värde').max(COMMENT_MAX),
})

export const portal = {
  list: get('/api/portal/tickets', {
    allow: 'customer',
    summary: 'The customer’s tickets, newest first',
    query: z.strictObject({ after: Cursor.optional() }),
    returns: pageOf(PortalTicket),
  }),
  get: get('/api/portal/tickets/:id', {
    allow: 'customer',
    summary: 'One ticket of the customer',
    params: IdParams,
    returns: PortalTicket,
  }),
  create: post('/api/portal/tickets', {
    allow: 'customer',
    summary: 'Opens a ticket',
    body: NewPortalTicket,
    returns: PortalTicket,
    creates: true,
  }),
  thread: get('/api/portal/tickets/:id/thread', {
    allow: 'customer',
    summary: 'Public comments and changes of status, oldest first',
    params: IdParams,
    returns: z.array(PortalEntry),
  }),
  comment: post('/api/portal/tickets/:id/comments', {
    allow: 'customer',
    summary: 'Comments a ticket; a resolved or closed one is open again, and the draft is gone',
    params: IdParams,
    body: NewPortalComment,
    returns: PortalComment,
    creates: true,
  }),
  draft: get('/api/portal/tickets/:id/draft', {
    allow: 'customer',
    summary: 'What the person has begun to write on a ticket',
    params: IdParams,
    returns: PortalDraft,
  }),
  saveDraft: put('/api/portal/tickets/:id/draft', {
    allow: 'customer',
    summary: 'Keeps what the person has begun to write; an empty text removes it',
    params: IdParams,
    body: PortalDraft,
    returns: nothing,
  }),
}
