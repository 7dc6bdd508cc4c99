// Tables of tickets, enquiries, time and reports (schema.ts).
import type { Generated, GeneratedAlways } from 'kysely'
import type { EnquiryKind } from '#enquiries/enquiries.contract.ts'
import type { Ore } from '#lib/money.rules.ts'
import type { SenderProof } from '#mailboxes/sender-proof.contract.ts'
import type { Rhythm } from '#recurring/recurrence.rules.ts'
import type { TicketChangeField } from '#tickets/ticket-changes.contract.ts'
import type { TicketPriority, TicketStatus } from '#tickets/tickets.contract.ts'
import type { ExpenseKind } from '#time/expenses.contract.ts'
import type { TimeKind } from '#time/time.contract.ts'

type Tickets = {
  orgId: string
  id: string
  ticketNumber: number
  customerId: string
  title: string
  description: string
  /** Of a mail, as in the other tables: written by `fold_of_mail`. */
  folded: GeneratedAlways<string | null>
  status: Generated<TicketStatus>
  priority: Generated<TicketPriority>
  assignedTo: string | null
  createdBy: string | null
  createdAt: GeneratedAlways<string>
  resolvedAt: string | null
  /** Both are written by triggers. */
  waitingSince: GeneratedAlways<string | null>
  lastActivityAt: GeneratedAlways<string>
  /** The enquiry that the ticket was created from; its sender is not verified. */
  enquiryId: string | null
  /** A contact of the customer; for a customer's login its own, set by a trigger. */
  reportedBy: string | null
  /** The recurring ticket that it was made of, by a job. */
  recurringId: GeneratedAlways<string | null>
  version: Generated<number>
}

type RecurringTickets = {
  orgId: string
  customerId: string
  id: string
  title: string
  description: string
  priority: TicketPriority
  assignedTo: string | null
  every: Rhythm
  firstOn: string
  isLastDay: boolean
  skipsClosed: boolean
  isPaused: Generated<boolean>
  /** Dates until this one never make a ticket again. */
  handledUntil: Generated<string>
  /** A date of an earlier rhythm that waits for the next opening. */
  waitingOn: Generated<string | null>
  deletedAt: Generated<string | null>
  createdBy: string | null
  version: Generated<number>
  createdAt: GeneratedAlways<string>
}

type TicketEquipment = { orgId: string; customerId: string; ticketId: string; equipmentId: string }
type TicketWatchers = { orgId: string; customerId: string; ticketId: string; contactId: string }

type TicketComments = {
  orgId: string
  id: string
  customerId: string
  ticketId: string
  /** Null when a contact without a login wrote it by mail. */
  userId: string | null
  contactId: string | null
  comment: string
  folded: GeneratedAlways<string | null>
  isInternal: Generated<boolean>
  /** Set by the database from the author's role. */
  byCustomer: Generated<boolean>
  createdAt: GeneratedAlways<string>
}

/** Written by a trigger. */
type TicketChanges = {
  orgId: GeneratedAlways<string>
  id: GeneratedAlways<string>
  customerId: GeneratedAlways<string>
  ticketId: GeneratedAlways<string>
  userId: GeneratedAlways<string | null>
  field: GeneratedAlways<TicketChangeField>
  before: GeneratedAlways<string | null>
  after: GeneratedAlways<string | null>
  byComment: GeneratedAlways<boolean>
  createdAt: GeneratedAlways<string>
}

type Clocks = {
  userId: string
  orgId: string
  id: string
  customerId: string | null
  ticketId: string | null
  startedAt: GeneratedAlways<string>
  stoppedAt: string | null
  confirmedAt: string | null
}

type TicketDrafts = {
  orgId: string
  userId: string
  ticketId: string
  comment: string
  isInternal: Generated<boolean>
  savedAt: Generated<string>
  version: Generated<string>
}

type TicketViewers = { orgId: string; ticketId: string; userId: string; seenAt: Generated<string> }

type TicketCounts = {
  orgId: string
  id: Generated<string>
  active: number
  archived: number
}

type Enquiries = {
  orgId: string
  id: string
  kind: EnquiryKind
  name: string
  email: string
  phone: string | null
  message: string
  folded: GeneratedAlways<string | null>
  isUrgent: Generated<boolean>
  isSuspect: Generated<boolean>
  createdAt: GeneratedAlways<string>
  readAt: string | null
  doneAt: string | null
  assignedTo: string | null
  version: Generated<number>
  /** Of mail only. */
  proof: SenderProof | null
  /** The ticket that a mail named. */
  ticketHint: string | null
  /** The comment that staff made of a mail. */
  commentId: string | null
  /** The addresses in Reply-To of a mail, without the sender's. */
  replyTo: Generated<string[]>
}

type EnquiryReplies = {
  orgId: string
  id: string
  enquiryId: string
  /** Null for the sender of the enquiry. */
  author: string | null
  /** Where it was sent instead of to the sender. */
  sentTo: string | null
  text: string
  folded: GeneratedAlways<string | null>
  createdAt: GeneratedAlways<string>
}

type TimeEntries = {
  orgId: string
  id: string
  userId: string
  customerId: string
  /** Of the same customer. */
  ticketId: string | null
  kind: Generated<TimeKind>
  workDate: string
  timeFrom: string
  timeTo: string
  isPlaced: Generated<boolean>
  /** Of the hour that autumn repeats: the first one, in summer time. */
  fromIsFirst: Generated<boolean>
  toIsFirst: Generated<boolean>
  isRut: Generated<boolean>
  /** Set by the database: elapsed minutes in Europe/Stockholm. */
  minutes: GeneratedAlways<number>
  description: string | null
  notes: string | null
  createdBy: string
  reported: Generated<boolean>
  reportedAt: string | null
  /** The report that marked it last; kept when the row is re-activated. */
  reportId: string | null
  deletedAt: string | null
  version: Generated<number>
  createdAt: GeneratedAlways<string>
}

type Expenses = {
  orgId: string
  id: string
  customerId: string
  /** Of the same customer. */
  ticketId: string | null
  userId: string
  workDate: string
  kind: ExpenseKind
  article: string
  /** Exact: '12.50'. */
  quantity: string
  unit: string
  /** Of one unit, without VAT. */
  priceOre: Ore | null
  description: string | null
  createdBy: string
  deletedAt: string | null
  version: Generated<number>
  createdAt: GeneratedAlways<string>
}

type Reports = {
  orgId: string
  id: string
  createdBy: string
  createdAt: GeneratedAlways<string>
  /** Null for all customers. */
  customerId: string | null
  customerName: string | null
  periodFrom: string
  periodTo: string
  rowCount: number
  minutes: number
  alreadyReported: number
  markedAt: string | null
  markedBy: string | null
  markedRows: number | null
}

type ReportRows = {
  orgId: string
  reportId: string
  position: number
  timeEntryId: string
  version: number
  workDate: string
  customerId: string
  customerName: string
  technician: string
  timeFrom: string | null
  timeTo: string | null
  fromIsFirst: boolean
  toIsFirst: boolean
  minutes: number
  description: string | null
  ticketNumber: number | null
}

type OpenTimeSums = { orgId: string; customerId: string; entries: number; minutes: number }
type CustomerTimeSums = OpenTimeSums
type ReportedTimeSums = { orgId: string; year: number; entries: number; minutes: number }
type DailyTimeSums = { orgId: string; workDate: string; userId: string; entries: number; minutes: number }

export type WorkTables = {
  tickets: Tickets
  ticketComments: TicketComments
  ticketEquipment: TicketEquipment
  ticketWatchers: TicketWatchers
  ticketChanges: TicketChanges
  recurringTickets: RecurringTickets
  clocks: Clocks
  ticketDrafts: TicketDrafts
  ticketViewers: TicketViewers
  ticketCounts: TicketCounts
  enquiries: Enquiries
  enquiryReplies: EnquiryReplies
  timeEntries: TimeEntries
  expenses: Expenses
  reports: Reports
  reportRows: ReportRows
  openTimeSums: OpenTimeSums
  customerTimeSums: CustomerTimeSums
  reportedTimeSums: ReportedTimeSums
  dailyTimeSums: DailyTimeSums
}
