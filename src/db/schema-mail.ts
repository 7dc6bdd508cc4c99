// Tables of mail that comes in (schema.ts).
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { MailOutageReason } from '#lib/mail-outage.rules.ts'
import type { KeptAttachment, MailPerson } from '#mailboxes/incoming-mail.contract.ts'
import type { InboxReason, MailboxKind, MailboxTls, MailFate, SenderProof } from '#mailboxes/mailboxes.contract.ts'
import type { SenderRuleKind } from '#mailboxes/sender-rules.contract.ts'

type Mailboxes = {
  orgId: string
  id: string
  address: string
  kind: Generated<MailboxKind>
  host: string
  port: number
  tls: MailboxTls
  login: string
  /** Requests write it and never read it. */
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
  plusProvenAt: string | null
  plusTriedAt: string | null
  plusLostAt: string | null
  renumberedAt: string | null
  renumberedUid: number | null
  keepsAddress: Generated<boolean>
  allowedAddress: string | null
  unreadSince: string | null
  unreadToldAt: string | null
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
  proof: SenderProof
  fate: MailFate
  reason: InboxReason | null
  ticketId: string | null
  commentId: string | null
  enquiryId: string | null
  /** The Message-IDs that it refers to, oldest first. */
  referenceIds: Generated<string[]>
  remarks: Generated<string[]>
  attachments: JSONColumnType<KeptAttachment[]>
  recipients: JSONColumnType<MailPerson[], string | undefined>
  raw: Buffer | null
  rawUntil: string | null
  createdAt: GeneratedAlways<string>
}

type MailAddresses = {
  orgId: string
  address: string
  bounces: Generated<number>
  lastBounceOn: string
  pausedAt: string | null
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

type TicketMailSubjects = { orgId: string; ticketId: string; subject: string }

type TicketMailCounts = {
  orgId: string
  ticketId: string
  address: string
  mails: Generated<number>
  since: Generated<string>
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

type LettersSent = {
  orgId: string
  messageId: string
  ticketId: string | null
  enquiryId: string | null
  subject: string
  text: string
  sentAt: GeneratedAlways<string>
}

type RemovedEnquiries = { orgId: string; id: string; ticketId: string; addressHashes: Buffer[] }

type MailOutage = {
  isCurrent: GeneratedAlways<boolean>
  since: GeneratedAlways<string>
  reason: MailOutageReason
  refusals: string[]
  isTold: Generated<boolean>
}

export type MailTables = {
  mailOutage: MailOutage
  undeliveredMail: UndeliveredMail
  removedEnquiries: RemovedEnquiries
  sentLetters: LettersSent
  ticketMailCounts: TicketMailCounts
  ticketMailSubjects: TicketMailSubjects
  senderRules: SenderRules
  mailboxes: Mailboxes
  mailMessages: MailMessages
  mailAddresses: MailAddresses
}
