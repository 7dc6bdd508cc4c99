// Tickets as the customer sees them: no internal data, and the same fields for each reader.
import { z } from 'zod'
import { HoursLeft } from '#features/billing/hours-left.contract.ts'
import { CompanyFacts, OpeningHours } from '#features/company/company.contract.ts'
import { AttachedFile, FileIds } from '#features/files/files.contract.ts'
import { DraftSave, DraftVersion } from '#features/tickets/draft-versions.contract.ts'
import { FromNumber, MergedDescription, Survivor } from '#features/tickets/merged-tickets.contract.ts'
import { COMMENT_MAX, CommentText } from '#features/tickets/ticket-comments.contract.ts'
import { TicketPriority, TicketStatus, ticketTexts } from '#features/tickets/tickets.contract.ts'
import { PortalVisit } from '#features/tickets/visits.contract.ts'
import { Cursor, get, Id, IdParams, pageOf, post, put } from '#shared/contract.ts'

/**
 * How many comments a person may write in an hour, in the portal and by mail together, in addition to
 * TICKETS_PER_SENDER_AND_HOUR tickets.
 */
export const COMMENTS_PER_PERSON_AND_HOUR = 60

export const NewPortalTicket = z.strictObject({
  ...ticketTexts('Ämne'),
  priority: TicketPriority.default('normal'),
  fileIds: FileIds.default([]),
})
export type NewPortalTicket = z.output<typeof NewPortalTicket>

/**
 * Who must act next: `you` when staff wait for the customer's answer, `answered` when they only wrote last, `nobody` when the
 * ticket is done; `merged` when the work goes on in another ticket, which the reader may not see.
 */
const waitsFor = ['us', 'you', 'answered', 'nobody', 'merged'] as const
export const waitsForLabels = {
  us: 'Väntar på oss',
  you: 'Väntar på dig',
  answered: 'Svar från oss',
  nobody: 'Klart',
  merged: 'Hopslaget',
} as const satisfies Record<(typeof waitsFor)[number], string>

export const PortalTicket = z.object({
  id: Id,
  ticketNumber: z.int(),
  title: z.string(),
  description: z.string(),
  status: TicketStatus,
  priority: TicketPriority,
  createdAt: z.iso.datetime(),
  waitsFor: z.enum(waitsFor),
  /** Since when staff wait for the customer. */
  onHoldSince: z.iso.datetime().nullable(),
  /** The assignee's name. */
  assignee: z.string().nullable(),
})
export type PortalTicket = z.infer<typeof PortalTicket>

/** One ticket, with the files of the ticket itself. */
export const PortalTicketPage = PortalTicket.extend({
  /** Quotation and signature of the mail that opened the ticket. */
  folded: z.string().nullable(),
  files: z.array(AttachedFile),
  /** When the first answer was promised; null once it has come or the moment has passed, and for higher priorities. */
  answerBy: z.iso.datetime().nullable(),
  /** The coming visits, also of merged tickets that the reader sees, first the next. */
  visits: z.array(PortalVisit),
  /** The ticket into which it is merged; null when the reader does not see that one. */
  mergedInto: Survivor,
})
export type PortalTicketPage = z.infer<typeof PortalTicketPage>

export const PortalComment = z.object({
  kind: z.literal('comment'),
  id: Id,
  createdAt: z.iso.datetime(),
  author: z.string(),
  fromNumber: FromNumber,
  /** Written by this login. */
  isMine: z.boolean(),
  /** Written by a login of the customer. */
  byCustomer: z.boolean(),
  comment: z.string(),
  /** Quotation and signature of the mail that became the comment. */
  folded: z.string().nullable(),
  files: z.array(AttachedFile),
})
export type PortalComment = z.infer<typeof PortalComment>

const PortalChange = z.object({
  kind: z.literal('change'),
  id: Id,
  createdAt: z.iso.datetime(),
  author: z.string().nullable(),
  fromNumber: FromNumber,
  before: TicketStatus,
  after: TicketStatus,
  /** The customer's comment reopened the ticket. */
  byComment: z.boolean(),
})

/** A planned, changed or cancelled visit: `before` and `after` are as in `TicketChange`. */
const PortalVisitChange = PortalChange.pick({ id: true, createdAt: true, fromNumber: true }).extend({
  kind: z.literal('visit'),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

/** The description of a merged ticket. */
const PortalDescription = MergedDescription.omit({ author: true, byCustomer: true, mailId: true })

export const PortalEntry = z.discriminatedUnion('kind', [
  PortalComment,
  PortalChange,
  PortalVisitChange,
  PortalDescription,
])
export type PortalEntry = z.infer<typeof PortalEntry>

export const NewPortalComment = z.strictObject({ comment: CommentText, fileIds: FileIds.default([]) })
export type NewPortalComment = z.output<typeof NewPortalComment>

const PortalDraft = z.strictObject({
  comment: z.string('Ogiltigt värde').max(COMMENT_MAX),
})
const SavedPortalDraft = DraftSave.extend(PortalDraft.shape)
export const StoredPortalDraft = DraftVersion.extend(PortalDraft.shape)
export type StoredPortalDraft = z.output<typeof StoredPortalDraft>

/** The company facts from which the portal works out which number to call. */
export const PortalCompany = OpeningHours.extend(CompanyFacts.pick({ phone: true, emergencyPhone: true }).shape)
export type PortalCompany = z.infer<typeof PortalCompany>

export const PortalPromise = z.object({
  /** When a ticket that is written now gets its first answer, by priority; none for those of which no moment is told. */
  answerBy: z.partialRecord(TicketPriority, z.iso.datetime().nullable()),
  /** For an urgent one, when nobody has jour. */
  noJour: z.string().nullable(),
})
export type PortalPromise = z.infer<typeof PortalPromise>

export const portal = {
  company: get('/api/portal/company', {
    allow: 'customer',
    summary: 'The numbers and opening hours of the company, as on the public site',
    returns: PortalCompany,
  }),
  promise: get('/api/portal/promise', {
    allow: 'customer',
    summary:
      'When a ticket that is written now is answered, by priority, and what is said of an urgent one without jour',
    returns: PortalPromise,
  }),
  list: get('/api/portal/tickets', {
    allow: 'customer',
    summary: 'The customer’s tickets that the login may see, newest first; `seesCompany` says whether those are all',
    query: z.strictObject({ after: Cursor.optional() }),
    returns: pageOf(PortalTicket).extend({
      seesCompany: z.boolean(),
      hasDocuments: z.boolean(),
      hasInvoiceBases: z.boolean(),
      /** Included and prepaid hours, for logins that see the whole company. */
      hours: z.array(HoursLeft),
    }),
  }),
  get: get('/api/portal/tickets/:id', {
    allow: 'customer',
    summary: 'One ticket of the customer',
    params: IdParams,
    returns: PortalTicketPage,
  }),
  create: post('/api/portal/tickets', {
    allow: 'customer',
    summary: 'Opens a ticket',
    body: NewPortalTicket,
    returns: PortalTicketPage,
    creates: true,
  }),
  thread: get('/api/portal/tickets/:id/thread', {
    allow: 'customer',
    summary:
      'Public comments, changes of status and of visits, oldest first, also of those merged tickets that the login may see',
    params: IdParams,
    returns: z.array(PortalEntry),
  }),
  comment: post('/api/portal/tickets/:id/comments', {
    allow: 'customer',
    summary: 'Comments a ticket, or the one it is merged into; reopens a resolved or closed one and deletes the draft',
    params: IdParams,
    body: NewPortalComment,
    returns: PortalComment,
    creates: true,
  }),
  draft: get('/api/portal/tickets/:id/draft', {
    allow: 'customer',
    summary: 'The user’s draft of a comment on a ticket',
    params: IdParams,
    returns: StoredPortalDraft,
  }),
  saveDraft: put('/api/portal/tickets/:id/draft', {
    allow: 'customer',
    summary: 'Saves the user’s draft; an empty text deletes it; 409 when it replaces another version',
    params: IdParams,
    body: SavedPortalDraft,
    returns: StoredPortalDraft,
  }),
}
