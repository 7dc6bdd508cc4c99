// The tables in TypeScript: snake_case in SQL, camelCase here (mapped in database.ts). Timestamps are ISO strings, dates
// 'YYYY-MM-DD', times 'HH:MM'. Value sets are the contracts' types; limits.api.test.ts compares them with the constraints.
// A feature's tables are in its <feature>.tables.ts, which adds them to Schema.
import type { Generated, GeneratedAlways } from 'kysely'
import type { BackupKind } from '#platform/backup/backup.contract.ts'
import type { KeyScope } from '#shared/api-key.rules.ts'
import type { MailOutageReason } from '#shared/mail-outage.rules.ts'

type StoredMail = {
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

type LettersSent = {
  orgId: string
  messageId: string
  ticketId: string | null
  enquiryId: string | null
  subject: string
  text: string
  sentAt: GeneratedAlways<string>
}

type MailOutage = {
  orgId: string | null
  since: GeneratedAlways<string>
  reason: MailOutageReason
  refusals: string[]
  isNotified: Generated<boolean>
}

type AuditLog = {
  id: string
  orgId: string | null
  userId: string | null
  /** The API key by which the user did it; of the transaction by default. */
  apiKeyId: Generated<string | null>
  at: GeneratedAlways<string>
  action: string
  subject: string
  subjectId: string | null
  detail: string
  /** Of a reading of technical information. */
  reason: Generated<string | null>
}

type ApiKeys = {
  orgId: string
  id: string
  userId: string
  name: string
  /** SHA-256. The application's role writes it and cannot read it. */
  keyHash: Buffer
  scopes: KeyScope[]
  createdAt: GeneratedAlways<string>
  expiresAt: string
  lastUsedAt: string | null
  revokedAt: string | null
  revokedBy: string | null
}

type IdempotencyKeys = {
  orgId: string
  userId: string
  endpoint: string
  key: string
  bodyHash: string
  answer: unknown
  createdAt: Generated<string>
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

type BackupNights = { night: string; begunAt: Generated<string>; notifiedAt: string | null; reason: string | null }

type KeyCopies = {
  fingerprint: string
  confirmedBy: string
  confirmedAt: GeneratedAlways<string>
}

// An interface, since the features' files augment it.
export interface Schema {
  formCounters: { key: string; windowStart: Generated<string>; count: Generated<number>; enquiryId: string | null }
  storedMail: StoredMail
  mailHandovers: MailHandovers
  mailOutage: MailOutage
  sentLetters: LettersSent
  auditLog: AuditLog
  idempotencyKeys: IdempotencyKeys
  apiKeys: ApiKeys
  backups: Backups
  backupNights: BackupNights
  keyCopies: KeyCopies
  installation: { fact: string; value: string }
}
