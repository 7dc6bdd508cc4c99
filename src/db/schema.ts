// The tables in TypeScript: snake_case in SQL, camelCase here (mapped in database.ts). Timestamps are ISO strings, dates
// 'YYYY-MM-DD', times 'HH:MM'.
import type { Generated, GeneratedAlways } from 'kysely'
import type {
  Attempts,
  CompanyFacts,
  CustomerCredentials,
  Customers,
  CustomerUsers,
  OneTimeTokens,
  Organizations,
  Profiles,
  RefreshTokens,
  Sessions,
  UserRoles,
  Users,
  VaultKeys,
} from './schema-people.ts'
import type {
  DailyTimeSums,
  Enquiries,
  EnquiryReplies,
  OpenTimeSums,
  ReportedTimeSums,
  ReportRows,
  Reports,
  TicketChanges,
  TicketComments,
  TicketCounts,
  TicketDrafts,
  Tickets,
  TicketViewers,
  TimeEntries,
} from './schema-work.ts'

type KeptMail = {
  orgId: string
  id: string
  toAddress: string
  subject: string
  body: string
  linkFor: string | null
  linkPurpose: 'recovery' | 'invitation' | null
  createdAt: GeneratedAlways<string>
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
  kind: 'asked' | 'nightly' | 'before_migration'
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
