// Tables of tickets and their mail (platform/database/schema.ts).
import type { Generated, GeneratedAlways } from 'kysely'
import type { bulkFields } from './bulk.contract.ts'
import type { AnsweredKind } from './recomputation.contract.ts'
import type { Frequency } from './recurrence.rules.ts'
import type { TicketChangeField } from './ticket-changes.contract.ts'
import type { TicketPriority, TicketStatus } from './tickets.contract.ts'

type Tickets = {
  orgId: string
  id: string
  ticketNumber: number
  customerId: string
  title: string
  description: string
  /** The folded part of a mail, as in the other tables; written by `fold_of_mail`. */
  folded: GeneratedAlways<string | null>
  status: Generated<TicketStatus>
  priority: Generated<TicketPriority>
  assignedTo: string | null
  createdBy: string | null
  createdAt: GeneratedAlways<string>
  resolvedAt: string | null
  /** Since when we wait for the customer. */
  onHoldSince: Generated<string | null>
  /** These are written by functions of the database. */
  holdRemindedAt: GeneratedAlways<string | null>
  closingOfferedAt: GeneratedAlways<string | null>
  unansweredSince: GeneratedAlways<string | null>
  firstAnsweredAt: GeneratedAlways<string | null>
  lastActivityAt: GeneratedAlways<string>
  /** The enquiry that the ticket was created from; its sender is not verified. */
  enquiryId: string | null
  /** A contact of the customer; for a ticket of a customer's login a trigger sets its contact. */
  reportedBy: string | null
  /** Null: the customer's first, and the customer's. */
  invoiceRecipientId: Generated<string | null>
  orderNumber: Generated<string | null>
  /** The ticket into which it is merged, and what it was before, which a trigger stores. */
  mergedInto: Generated<string | null>
  statusBeforeMerge: GeneratedAlways<TicketStatus | null>
  onHoldBeforeMerge: GeneratedAlways<string | null>
  /** The recurring ticket from which a job created it. */
  recurringId: GeneratedAlways<string | null>
  /** When an answer is due, when the first was promised, and when the ticket is to be solved (answer-clock.rules.ts). */
  dueAt: Generated<string | null>
  promisedAt: Generated<string | null>
  solveBy: Generated<string | null>
  /** When it was resolved or closed; null for an unresolved one. */
  finishedAt: GeneratedAlways<string | null>
  /** The working minutes until the first answer, which a job adds. */
  answerMinutes: GeneratedAlways<number | null>
  version: Generated<number>
}

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
  /** An answer after which we wait for the customer. */
  holds: Generated<boolean>
  /** The merged ticket at which somebody wrote it who does not see this one; set by a trigger. */
  fromTicketId: GeneratedAlways<string | null>
  createdAt: GeneratedAlways<string>
}

/** `ticketId` is the lower id. */
type TicketLinks = { orgId: string; ticketId: string; relatedId: string }

type TicketEquipment = { orgId: string; customerId: string; ticketId: string; equipmentId: string }

type TicketWatchers = { orgId: string; customerId: string; ticketId: string; contactId: string }

/** Written by functions of the database alone: `historyFields` names them. */
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

type RecurringTickets = {
  orgId: string
  customerId: string
  id: string
  title: string
  description: string
  priority: TicketPriority
  assignedTo: string | null
  every: Frequency
  firstOn: string
  isLastDay: boolean
  skipsClosed: boolean
  isPaused: Generated<boolean>
  /** Dates up to and including this one never create a ticket again. */
  handledUntil: Generated<string>
  /** A date from before a change of frequency, which waits for the next opening. */
  waitingOn: Generated<string | null>
  deletedAt: Generated<string | null>
  createdBy: string | null
  version: Generated<number>
  createdAt: GeneratedAlways<string>
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

/** Written by functions of the database (0045-due.sql). */
type AnswerReminders = {
  orgId: GeneratedAlways<string>
  id: GeneratedAlways<string>
  ticketId: GeneratedAlways<string | null>
  enquiryId: GeneratedAlways<string | null>
  dueAt: GeneratedAlways<string | null>
  dueSince: GeneratedAlways<string>
  askedAt: GeneratedAlways<string | null>
  soonAt: GeneratedAlways<string | null>
  soonRemindedAt: GeneratedAlways<string | null>
  lateRemindedAt: GeneratedAlways<string | null>
}

/** Written by a function of the database. */
type AnswerFigures = {
  orgId: string
  kept: number
  missed: number
  medianMinutes: number | null
  countedAt: string
}

type TicketReminders = {
  orgId: string
  userId: string
  ticketId: string
  remindOn: string
  id: GeneratedAlways<string>
  /** When the person was reminded; written by a function of the database. */
  reachedAt: GeneratedAlways<string | null>
  setAt: GeneratedAlways<string>
}

type CommentMentions = {
  orgId: string
  id: string
  ticketId: string
  commentId: string
  userId: string
  /** As it stands in the text. */
  name: string
  mentionedBy: string
  createdAt: GeneratedAlways<string>
}

type TicketViews = { orgId: string; id: string; userId: string; name: string; query: string }

type BulkChanges = {
  orgId: string
  id: string
  userId: string
  field: (typeof bulkFields)[number]
  after: string | null
}

type CannedAnswers = { orgId: string; id: string; name: string; text: string; version: Generated<number> }

type TicketCounts = {
  orgId: string
  id: Generated<string>
  active: number
  archived: number
}

type TicketMailCounts = {
  orgId: string
  ticketId: string
  address: string
  mails: Generated<number>
  since: Generated<string>
}

type TicketMailSubjects = { orgId: string; ticketId: string; subject: string }

type MailAddresses = {
  orgId: string
  address: string
  bounces: Generated<number>
  lastBounceOn: string
  pausedAt: string | null
}

type UndeliveredMail = {
  orgId: string
  id: string
  messageId: string
  address: string
  ticketId: string | null
  commentId: string | null
  enquiryId: string | null
  createdAt: GeneratedAlways<string>
}

type Visits = {
  orgId: string
  id: GeneratedAlways<string>
  customerId: string
  ticketId: string
  startsAt: string
  endsAt: string
  /** Who of staff comes. */
  userId: string
  note: string | null
  cancelledAt: string | null
  version: Generated<number>
  /** The last change in the ticket's history; written by a function of the database. */
  changeId: GeneratedAlways<string>
  /** The version about which mail was enqueued. */
  enqueuedVersion: number | null
  createdAt: GeneratedAlways<string>
}

/** An address that gets mail about a visit or has got it, and the visit as in the last mail to it. */
type VisitRecipients = {
  orgId: string
  id: GeneratedAlways<string>
  visitId: string
  address: string
  isRecipient: Generated<boolean>
  mailedVersion: Generated<number | null>
  mailedStartsAt: Generated<string | null>
  mailedEndsAt: Generated<string | null>
  isReturned: Generated<boolean>
}

type AnswerRecomputations = {
  orgId: string
  requested: GeneratedAlways<number>
  running: number | null
  finished: number
  job: string | null
  storedAt: string | null
  startedAt: GeneratedAlways<string | null>
  kind: AnsweredKind | null
  after: string | null
  done: number
  total: GeneratedAlways<number>
}

declare module '#platform/database/schema.ts' {
  interface Schema {
    tickets: Tickets
    ticketComments: TicketComments
    ticketEquipment: TicketEquipment
    ticketLinks: TicketLinks
    ticketWatchers: TicketWatchers
    ticketChanges: TicketChanges
    recurringTickets: RecurringTickets
    ticketDrafts: TicketDrafts
    ticketReminders: TicketReminders
    answerReminders: AnswerReminders
    answerFigures: AnswerFigures
    commentMentions: CommentMentions
    ticketViews: TicketViews
    bulkChanges: BulkChanges
    cannedAnswers: CannedAnswers
    ticketCounts: TicketCounts
    ticketMailCounts: TicketMailCounts
    ticketMailSubjects: TicketMailSubjects
    mailAddresses: MailAddresses
    undeliveredMail: UndeliveredMail
    visits: Visits
    visitRecipients: VisitRecipients
    answerRecomputations: AnswerRecomputations
  }
}
