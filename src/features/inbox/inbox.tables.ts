// Tables of mailboxes and enquiries (platform/database/schema.ts).
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import type { NotificationEvent } from '#features/users/notification-choices.rules.ts'
import type { EnquiryKind } from './enquiries.contract.ts'
import type { MailPerson, StoredAttachment } from './incoming-mail.contract.ts'
import type { InboxReason, MailboxKind, MailboxTls, MailOutcome } from './mailboxes.contract.ts'
import type { SenderRuleKind } from './sender-rules.contract.ts'

type Enquiries = {
  orgId: string
  id: string
  /** In the series of the tickets; null for automatic mail and enquiries of before. */
  number: GeneratedAlways<number | null>
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
  authentication: SenderAuthentication | null
  /** The ticket that a mail named. */
  ticketHint: string | null
  /** The comment that staff turned the mail into. */
  commentId: string | null
  /** The addresses in Reply-To of a mail, without the sender's. */
  replyTo: Generated<string[]>
  /** When an answer is due, and when the first was promised. */
  dueAt: Generated<string | null>
  promisedAt: Generated<string | null>
  firstAnsweredAt: GeneratedAlways<string | null>
  /** The working minutes until then, which a job adds. */
  answerMinutes: GeneratedAlways<number | null>
}

type EnquiryReplies = {
  orgId: string
  id: string
  enquiryId: string
  /** Null for the sender of the enquiry. */
  author: string | null
  /** The recipient, when it is not the sender of the enquiry. */
  sentTo: string | null
  /** The addresses that get it too. */
  cc: Generated<string[]>
  text: string
  folded: GeneratedAlways<string | null>
  createdAt: GeneratedAlways<string>
}

type EnquiryForwards = {
  orgId: string
  id: string
  enquiryId: string
  author: string
  sentTo: string
  note: string | null
  fileIds: Generated<string[]>
  createdAt: GeneratedAlways<string>
}

type RemovedEnquiries = { orgId: string; id: string; ticketId: string; addressHashes: Buffer[] }

type MailServers = {
  orgId: string
  host: string
  port: number
  tls: MailboxTls
  login: string | null
  /** Requests can write it but not read it. */
  secret: Buffer | null
  keyId: string | null
  fromAddress: string
  fromName: string | null
  version: Generated<number>
}

type Mailboxes = {
  orgId: string
  id: string
  address: string
  kind: Generated<MailboxKind>
  host: string
  port: number
  tls: MailboxTls
  login: string
  /** Requests can write it but not read it. */
  secret: Buffer
  keyId: string
  tenant: string | null
  clientId: string | null
  folder: Generated<string>
  doneFolder: string | null
  authservId: string | null
  opensTickets: Generated<boolean>
  isActive: Generated<boolean>
  readDays: Generated<number>
  version: Generated<number>
  createdBy: string | null
  createdAt: GeneratedAlways<string>
  uidValidity: number | null
  startUid: number | null
  seenAt: string | null
  failure: string | null
  failedAt: string | null
  failures: Generated<number>
  plusConfirmedAt: string | null
  plusTriedAt: string | null
  plusLostAt: string | null
  renumberedAt: string | null
  renumberedUid: number | null
  unreadSince: string | null
  unreadNotifiedAt: string | null
}

type MailMessages = {
  orgId: string
  id: string
  mailboxId: string | null
  uidValidity: number
  uid: number
  fingerprint: Buffer
  messageId: string | null
  fromName: string
  fromAddress: string | null
  subject: string
  receivedAt: string
  authentication: SenderAuthentication
  outcome: MailOutcome
  reason: InboxReason | null
  ticketId: string | null
  commentId: string | null
  enquiryId: string | null
  /** The Message-IDs that it refers to, oldest first. */
  referenceIds: Generated<string[]>
  remarks: Generated<string[]>
  attachments: JSONColumnType<StoredAttachment[]>
  recipients: JSONColumnType<MailPerson[], string | undefined>
  raw: Buffer | null
  rawUntil: string | null
  createdAt: GeneratedAlways<string>
}

type SenderRules = {
  orgId: string
  id: string
  address: string
  rule: SenderRuleKind
  customerId: string | null
  contactId: string | null
  createdBy: string | null
  createdAt: GeneratedAlways<string>
}

/** Written by functions of the database. */
type StaffNotifications = {
  orgId: GeneratedAlways<string>
  id: GeneratedAlways<string>
  userId: GeneratedAlways<string>
  event: GeneratedAlways<NotificationEvent>
  ticketId: GeneratedAlways<string | null>
  enquiryId: GeneratedAlways<string | null>
  /** A person of staff, a login or a contact. */
  byId: GeneratedAlways<string | null>
  createdAt: GeneratedAlways<string>
  readAt: ColumnType<string | null, never, string>
}

declare module '#platform/database/schema.ts' {
  interface Schema {
    enquiries: Enquiries
    enquiryReplies: EnquiryReplies
    enquiryForwards: EnquiryForwards
    removedEnquiries: RemovedEnquiries
    mailServers: MailServers
    mailboxes: Mailboxes
    mailMessages: MailMessages
    senderRules: SenderRules
    staffNotifications: StaffNotifications
  }
}
