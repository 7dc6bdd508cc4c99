// The tables as TypeScript sees them: snake_case in SQL, camelCase here (mapped once, in database.ts). Timestamps are
// ISO strings, dates 'YYYY-MM-DD', times 'HH:MM'. Value sets are the contracts' types; src/db/limits.api.test.ts compares them
// with the database's constraints.
import type { Generated, GeneratedAlways } from 'kysely'
import type { LinkPurpose } from '#auth/lifetimes.rules.ts'
import type { BackupKind } from '#backup/backup.contract.ts'
import type { EnquiryKind } from '#enquiries/enquiries.contract.ts'
import type { LoginKind, StaffRole } from '#lib/roles.rules.ts'
import type { TicketChangeField, TicketPriority, TicketStatus } from '#tickets/tickets.contract.ts'

type Organizations = {
  id: string
  name: string
  orgNumber: string | null
  billingEmail: string | null
  paymentTerms: Generated<string>
  version: Generated<number>
  createdAt: GeneratedAlways<string>
}

type CompanyFacts = {
  orgId: string
  founded: Generated<number>
  phone: string | null
  emergencyPhone: string | null
  email: string | null
  address: string | null
  postalCode: string | null
  city: string | null
  seat: string | null
  vatNumber: string | null
  opens: Generated<string>
  closes: Generated<string>
  groupLine: string | null
  founderName: string | null
  founderTitle: string | null
  founderStory: string | null
  areaServed: string | null
  services: string | null
  prices: string | null
  version: Generated<number>
}

type Users = {
  id: string
  email: string
  passwordHash: string | null
  kind: LoginKind | null
  mustChangePassword: Generated<boolean>
  disabledAt: string | null
  createdAt: GeneratedAlways<string>
}

type Profiles = { id: string; orgId: string | null; fullName: string; createdAt: GeneratedAlways<string> }

type UserRoles = { userId: string; orgId: string | null; role: StaffRole }

type Customers = {
  orgId: string
  id: string
  name: string
  email: string | null
  phone: string | null
  address: string | null
  notes: string | null
  createdBy: string | null
  version: Generated<number>
  archivedAt: string | null
  createdAt: GeneratedAlways<string>
}

type CustomerUsers = {
  orgId: string
  userId: string
  customerId: string
  fullName: string | null
  createdAt: GeneratedAlways<string>
}

type Sessions = {
  id: string
  userId: string
  createdAt: GeneratedAlways<string>
  authenticatedAt: Generated<string>
  refreshedAt: Generated<string>
  endedAt: string | null
  userAgent: string | null
}

type RefreshTokens = {
  tokenHash: Buffer
  sessionId: string
  parentHash: Buffer | null
  createdAt: GeneratedAlways<string>
  spentAt: string | null
}

type OneTimeTokens = {
  tokenHash: Buffer
  /** Null for the link that makes the first administrator. */
  userId: string | null
  purpose: LinkPurpose
  createdAt: GeneratedAlways<string>
  expiresAt: string
  usedAt: string | null
}

type Attempts = { key: string; windowStart: Generated<string>; count: Generated<number> }

type CustomerCredentials = {
  orgId: string
  customerId: string
  version: number
  keyId: string | null
  envelope: Buffer
  createdBy: string
  createdAt: GeneratedAlways<string>
}

type VaultKeys = { id: string; addedAt: GeneratedAlways<string> }

type Tickets = {
  orgId: string
  id: string
  ticketNumber: number
  customerId: string
  title: string
  description: string
  status: Generated<TicketStatus>
  priority: Generated<TicketPriority>
  assignedTo: string | null
  createdBy: string | null
  createdAt: GeneratedAlways<string>
  resolvedAt: string | null
  /** What it was made of; the sender is not verified. */
  enquiryId: string | null
  version: Generated<number>
}

type TicketComments = {
  orgId: string
  id: string
  customerId: string
  ticketId: string
  userId: string
  comment: string
  isInternal: Generated<boolean>
  /** Set by the database from who writes. */
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

type TicketDrafts = {
  orgId: string
  userId: string
  ticketId: string
  comment: string
  isInternal: Generated<boolean>
  savedAt: Generated<string>
}

type TicketViewers = { orgId: string; ticketId: string; userId: string; seenAt: Generated<string> }

type KeptMail = {
  orgId: string
  id: string
  toAddress: string
  subject: string
  body: string
  linkFor: string | null
  linkPurpose: Exclude<LinkPurpose, 'first_admin'> | null
  createdAt: GeneratedAlways<string>
}

type TicketCounts = {
  orgId: string
  id: Generated<string>
  active: number
  archived: number
}

type OpenTimeSums = { orgId: string; customerId: string; entries: number; minutes: number }
type ReportedTimeSums = { orgId: string; year: number; entries: number; minutes: number }
type DailyTimeSums = { orgId: string; workDate: string; userId: string; entries: number; minutes: number }

type Enquiries = {
  orgId: string
  id: string
  kind: EnquiryKind
  name: string
  email: string
  phone: string | null
  message: string
  isUrgent: Generated<boolean>
  isSuspect: Generated<boolean>
  createdAt: GeneratedAlways<string>
  readAt: string | null
  doneAt: string | null
  assignedTo: string | null
  version: Generated<number>
}

type EnquiryReplies = {
  orgId: string
  id: string
  enquiryId: string
  author: string
  text: string
  createdAt: GeneratedAlways<string>
}

type TimeEntries = {
  orgId: string
  id: string
  userId: string
  customerId: string
  workDate: string
  timeFrom: string
  timeTo: string
  /** Set by the database: elapsed minutes in Europe/Stockholm. */
  minutes: GeneratedAlways<number>
  description: string | null
  notes: string | null
  createdBy: string
  reported: Generated<boolean>
  reportedAt: string | null
  deletedAt: string | null
  version: Generated<number>
  createdAt: GeneratedAlways<string>
}

type Reports = {
  orgId: string
  id: string
  createdBy: string
  createdAt: GeneratedAlways<string>
  /** Null is all customers. */
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
  timeFrom: string
  timeTo: string
  minutes: number
  description: string | null
}

type MailHandovers = {
  job: string
  unclear: Generated<number>
  sentAt: string | null
  begunAt: GeneratedAlways<string>
}

type AuditLog = {
  id: string
  orgId: string | null
  userId: string | null
  at: GeneratedAlways<string>
  action: string
  subject: string
  subjectId: string | null
  detail: string
}

type IdempotencyKeys = {
  orgId: string
  userId: string
  endpoint: string
  key: string
  bodyHash: string
  answer: unknown
  createdAt: GeneratedAlways<string>
}

type Backups = {
  id: string
  finishedAt: GeneratedAlways<string>
  kind: BackupKind
  file: string | null
  bytes: number | null
  hasKeys: Generated<boolean>
  failure: string | null
}

type BackupNights = { night: string; begunAt: Generated<string>; toldAt: string | null; reason: string | null }

type KeyCopies = {
  fingerprint: string
  confirmedBy: string
  confirmedAt: GeneratedAlways<string>
}

export type Schema = {
  organizations: Organizations
  companyFacts: CompanyFacts
  profiles: Profiles
  userRoles: UserRoles
  customers: Customers
  customerUsers: CustomerUsers
  customerCredentials: CustomerCredentials
  vaultKeys: VaultKeys
  tickets: Tickets
  ticketComments: TicketComments
  ticketChanges: TicketChanges
  ticketDrafts: TicketDrafts
  ticketViewers: TicketViewers
  ticketCounts: TicketCounts
  enquiries: Enquiries
  enquiryReplies: EnquiryReplies
  formCounters: { key: string; windowStart: Generated<string>; count: Generated<number> }
  timeEntries: TimeEntries
  openTimeSums: OpenTimeSums
  dailyTimeSums: DailyTimeSums
  reportedTimeSums: ReportedTimeSums
  reports: Reports
  reportRows: ReportRows
  keptMail: KeptMail
  mailHandovers: MailHandovers
  auditLog: AuditLog
  idempotencyKeys: IdempotencyKeys
  backups: Backups
  backupNights: BackupNights
  keyCopies: KeyCopies
  installation: { fact: string; value: string }
  'auth.users': Users
  'auth.sessions': Sessions
  'auth.refreshTokens': RefreshTokens
  'auth.oneTimeTokens': OneTimeTokens
  'auth.attempts': Attempts
}
