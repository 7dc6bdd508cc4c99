// Tickets as staff see them. #screens/portal/portal.contract.ts has what a customer may see.
import { z } from 'zod'
import { CustomerName } from '#features/customers/customers.contract.ts'
import { NamedEquipment } from '#features/equipment/equipment.contract.ts'
import { AttachedFile, FileIds } from '#features/files/files.contract.ts'
import { ExpenseTotal } from '#features/time/expenses.contract.ts'
import { LoggedTime } from '#features/time/logged-time.contract.ts'
import { TimeTotal } from '#features/time/time.contract.ts'
import {
  Cursor,
  del,
  get,
  Id,
  IdParams,
  nothing,
  pageOf,
  post,
  put,
  requiredId,
  requiredLine,
  requiredText,
  SearchText,
  Version,
} from '#shared/contract.ts'
import { HOLD_OF_DONE } from './hold.rules.ts'
import { FromNumber, MergedDescription, MergedTicket, RelatedTicket, Survivor } from './merged-tickets.contract.ts'
import { changedBilling, TicketBillingChoice, ticketBilling } from './ticket-billing.contract.ts'
import { TicketChange } from './ticket-changes.contract.ts'
import { draft, NewComment, saveDraft } from './ticket-comments.contract.ts'
import { ContactName, Copies, Reporter, recipients, TicketContact } from './ticket-contacts.contract.ts'
import { TicketCounts } from './ticket-counts.contract.ts'
import { DEFAULT_ORDER, directions, ticketSorts } from './ticket-order.rules.ts'
import { ticketOrigin } from './ticket-origin.contract.ts'
import { Visit } from './visits.contract.ts'

export const TITLE_MAX = 200
export const DESCRIPTION_MAX = 5000
/** How often a screen renews its presence entry, and when the entry expires. */
export const PRESENCE_RENEWED_SECONDS = 15
export const PRESENCE_EXPIRES_SECONDS = 40

export const statuses = ['open', 'in_progress', 'resolved', 'closed'] as const
export const TicketStatus = z.enum(statuses, 'Välj en status')
export type TicketStatus = z.infer<typeof TicketStatus>
/** A closed ticket is archived; active_ticket_statuses() in the database repeats the others. */
export const activeStatuses = statuses.filter((status) => status !== 'closed')
/** Resolved or closed; a customer's comment reopens the ticket: reopen_ticket() in the database. */
export const doneStatuses = ['resolved', 'closed'] as const satisfies TicketStatus[]
/** Unresolved, and their name as a filter: counted by count_work() in the database. */
export const unresolvedStatuses = ['open', 'in_progress'] as const satisfies TicketStatus[]
export const isDone = (status: TicketStatus | undefined) => doneStatuses.some((done) => done === status)
export const UNRESOLVED = 'unresolved'
export const statusLabels = {
  open: 'Öppen',
  in_progress: 'Pågående',
  resolved: 'Löst',
  closed: 'Stängd',
} as const satisfies Record<TicketStatus, string>

export const priorities = ['low', 'normal', 'high', 'urgent'] as const
export const TicketPriority = z.enum(priorities, 'Välj en prioritet')
export type TicketPriority = z.infer<typeof TicketPriority>
export const priorityLabels = {
  low: 'Låg',
  normal: 'Normal',
  high: 'Hög',
  urgent: 'Akut',
} as const satisfies Record<TicketPriority, string>

/** Error texts of the specification. */
export const TICKET_NOT_FOUND = 'Kunde inte ladda ticket'
export const ASSIGNEE_NOT_FOUND = 'Den ansvarige finns inte'
export const ASSIGNEE_INACTIVE = 'Den ansvarige är inaktiv. Välj någon annan.'

/** The texts of a ticket; `titleLabel` is the label of the title's field, used in its messages. */
export const ticketTexts = (titleLabel: string) => ({
  title: requiredLine(`${titleLabel} krävs`).max(TITLE_MAX, `${titleLabel} får max vara ${TITLE_MAX} tecken`),
  description: requiredText('Beskrivning krävs').max(
    DESCRIPTION_MAX,
    `Beskrivning får max vara ${DESCRIPTION_MAX} tecken`,
  ),
})

/** A member of staff, or '' for nobody. */
export const Assignee = z.union([requiredId('Välj en ansvarig'), z.literal('')], 'Välj en ansvarig').nullable()

// In the order of the specification: the toast shows the first field that fails.
export const NewTicket = z.strictObject({
  ...ticketTexts('Titel'),
  customerId: requiredId('Välj en kund'),
  priority: TicketPriority.default('normal'),
  status: TicketStatus.default('open'),
  assignedTo: Assignee.optional().transform((id) => id || null),
  reportedBy: Reporter.optional().transform((id) => id || null),
  copies: Copies.default([]),
  fileIds: FileIds.default([]),
})
export type NewTicket = z.output<typeof NewTicket>

/** Omitted fields stay unchanged; '' or null for `assignedTo` and `reportedBy` removes the person; `copies` replaces all. */
export const ChangedTicket = z
  .strictObject({
    status: TicketStatus.optional(),
    priority: TicketPriority.optional(),
    assignedTo: Assignee.optional().transform((id) => (id === undefined ? undefined : id || null)),
    reportedBy: Reporter.optional().transform((id) => (id === undefined ? undefined : id || null)),
    copies: Copies.optional(),
    ...changedBilling,
    /** Whether we wait for the customer; resolving the ticket ends that by itself. */
    onHold: z.boolean('Ogiltigt värde').optional(),
    version: Version,
  })
  .refine(({ onHold, status }) => !(onHold && isDone(status)), { path: ['onHold'], error: HOLD_OF_DONE })
export type ChangedTicket = z.output<typeof ChangedTicket>

export const Person = z.object({ id: Id, fullName: z.string() })
/** The other users who have a ticket or an enquiry open. */
export const Viewers = z.object({ others: z.array(Person) })

export const TicketRow = z.object({
  id: Id,
  ticketNumber: z.int(),
  title: z.string(),
  status: TicketStatus,
  priority: TicketPriority,
  createdAt: z.iso.datetime(),
  /** The customer's first message without a public answer; null when there is none. */
  unansweredSince: z.iso.datetime().nullable(),
  /** Since when we wait for the customer; null when we do not. */
  onHoldSince: z.iso.datetime().nullable(),
  /** Whether we have waited for CLOSING_OFFERED_AFTER_WORKING_DAYS. */
  isOfferedForClosing: z.boolean(),
  /** When the ticket was last opened, publicly commented on or given another status. */
  lastActivityAt: z.iso.datetime(),
  /** When the answer that the customer waits for is due; null when there is none. */
  dueAt: z.iso.datetime().nullable(),
  mergedInto: Survivor,
  version: z.int(),
  customer: CustomerName,
  assignee: Person.nullable(),
})
export type TicketRow = z.infer<typeof TicketRow>

export const Ticket = TicketRow.extend({
  description: z.string(),
  /** Quotation and signature of the mail that opened it. */
  folded: z.string().nullable(),
  resolvedAt: z.iso.datetime().nullable(),
  /** When the first answer was promised to the customer; null when none was. */
  promisedAt: z.iso.datetime().nullable(),
  /** When it is to be solved; null without a target, and while it waits for the customer. */
  solveBy: z.iso.datetime().nullable(),
  createdBy: Person.nullable(),
  ...ticketOrigin,
  /** The contact of the customer who reported it. */
  reportedBy: ContactName.nullable(),
  /** The contacts that get copies, by name. */
  copies: z.array(ContactName),
  /** The recurring ticket from which it was created. */
  recurring: z.object({ id: Id, title: z.string() }).nullable(),
  ...ticketBilling,
})
export type Ticket = z.infer<typeof Ticket>

export const TicketComment = z.object({
  kind: z.literal('comment'),
  id: Id,
  createdAt: z.iso.datetime(),
  author: Person,
  /** Written by a login of the customer. */
  byCustomer: z.boolean(),
  isInternal: z.boolean(),
  fromNumber: FromNumber,
  comment: z.string(),
  /** Names that follow '@' in the text of an internal comment. */
  mentions: z.array(z.string()),
  /** Quotation and signature of the mail that the comment came from. */
  folded: z.string().nullable(),
  files: z.array(AttachedFile),
  /** The mail that the comment came from. */
  mailId: Id.nullable(),
  /** The addresses to which mail about it could not be delivered. */
  undelivered: z.array(z.string()),
})
export type TicketComment = z.infer<typeof TicketComment>

export const ThreadEntry = z.discriminatedUnion('kind', [TicketComment, TicketChange, MergedDescription])
export type ThreadEntry = z.infer<typeof ThreadEntry>

/** The data of a ticket's screen; the thread is oldest first, the equipment by name. */
export const TicketScreen = z.object({
  ticket: Ticket,
  contact: TicketContact,
  equipment: z.array(NamedEquipment),
  /** The files of the ticket itself, shown with its description, and the mail that opened it. */
  files: z.array(AttachedFile),
  mailId: Id.nullable(),
  billing: TicketBillingChoice.nullable(),
  /** When the user will be reminded of it. */
  remindOn: z.iso.date().nullable(),
  /** Those that end today or later, also of merged tickets, first the next. */
  visits: z.array(Visit),
  thread: z.array(ThreadEntry),
  /** All its time, reported or not, and all its travel and material. */
  time: TimeTotal,
  expenses: ExpenseTotal,
  /** Those that are merged into it; `thread` has theirs too. */
  merged: z.array(MergedTicket),
  related: z.array(RelatedTicket),
})
export type TicketScreen = z.infer<typeof TicketScreen>

/** A comment with the time that was logged with it. */
export const CommentWithTime = TicketComment.extend({
  time: LoggedTime.nullable(),
})
export type CommentWithTime = z.infer<typeof CommentWithTime>

export const TicketFilter = z.strictObject({
  /** Active: status not closed. Archived: closed. */
  tab: z.enum(['active', 'archived']).default('active'),
  /** Search terms for number, title, customer and texts. */
  search: SearchText.optional(),
  status: z.enum([...statuses, UNRESOLVED]).optional(),
  priority: TicketPriority.optional(),
  /** A member of staff, 'me', or 'nobody'. */
  assignee: z.union([Id, z.literal(['me', 'nobody'])]).optional(),
  /** 'us': tickets whose customer waits for our answer; 'customer': those on hold. */
  waiting: z.enum(['us', 'customer']).optional(),
  /** DEFAULT_ORDER by default, SEARCH_ORDER for searches. The highest priority and the earliest status are last in ascending order. */
  sort: z.enum(ticketSorts).optional(),
  direction: z.enum(directions).optional(),
  after: Cursor.optional(),
})
export type TicketFilter = z.output<typeof TicketFilter>

const reads = { allow: 'staff', keyScope: 'read' } as const
const writes = { allow: 'staff', keyScope: 'tickets' } as const

export const tickets = {
  list: get('/api/tickets', {
    ...reads,
    summary: `Tickets, ${DEFAULT_ORDER.sort} ${DEFAULT_ORDER.direction} by default; \`counts\` are those of the tabs, null on later pages`,
    query: TicketFilter,
    returns: pageOf(TicketRow).extend({ counts: TicketCounts.nullable() }),
  }),
  get: get('/api/tickets/:id', { ...reads, summary: 'One ticket', params: IdParams, returns: Ticket }),
  screen: get('/api/tickets/:id/screen', {
    allow: 'staff',
    summary: 'One ticket with the person to contact, and its comments and changes, oldest first',
    params: IdParams,
    returns: TicketScreen,
  }),
  create: post('/api/tickets', {
    ...writes,
    summary: 'Opens a ticket for a customer',
    body: NewTicket,
    returns: Ticket,
    creates: true,
  }),
  change: put('/api/tickets/:id', {
    ...writes,
    summary:
      'Changes status, priority, assignee or whether we wait for the customer; 409 with the current ticket when it was changed since',
    params: IdParams,
    body: ChangedTicket,
    returns: Ticket,
  }),
  thread: get('/api/tickets/:id/thread', {
    ...reads,
    summary: 'Comments and changes of a ticket, oldest first',
    params: IdParams,
    returns: z.array(ThreadEntry),
  }),
  comment: post('/api/tickets/:id/comments', {
    ...writes,
    summary:
      'Comments on a ticket, publicly or internally, and may resolve it or wait for the customer, and log time; deletes the draft',
    params: IdParams,
    body: NewComment,
    returns: CommentWithTime,
    creates: true,
  }),
  recipients,
  draft,
  saveDraft,
  renewPresence: put('/api/tickets/:id/presence', {
    allow: 'staff',
    summary: 'Renews the user’s presence entry on the ticket and returns the other viewers',
    params: IdParams,
    returns: Viewers,
  }),
  endPresence: del('/api/tickets/:id/presence', {
    allow: 'staff',
    summary: 'Deletes the user’s presence entry on the ticket',
    params: IdParams,
    returns: nothing,
  }),
}
