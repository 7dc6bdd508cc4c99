// The tables in TypeScript: snake_case in SQL, camelCase here (mapped in database.ts). Timestamps are ISO strings, dates
// 'YYYY-MM-DD', times 'HH:MM'. Value sets are the contracts' types; limits.api.test.ts compares them with the constraints.
import type { Generated, GeneratedAlways } from 'kysely'
import type { LinkPurpose } from '#auth/lifetimes.rules.ts'
import type { BackupKind } from '#backup/backup.contract.ts'
import type { AgreementTables } from './schema-agreements.ts'
import type { FileTables } from './schema-files.ts'
import type { MailTables } from './schema-mail.ts'
import type { PeopleTables } from './schema-people.ts'
import type { WorkTables } from './schema-work.ts'

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

export type Schema = PeopleTables &
  WorkTables &
  AgreementTables &
  FileTables &
  MailTables & {
    formCounters: { key: string; windowStart: Generated<string>; count: Generated<number> }
    keptMail: KeptMail
    mailHandovers: MailHandovers
    auditLog: AuditLog
    idempotencyKeys: IdempotencyKeys
    backups: Backups
    backupNights: BackupNights
    keyCopies: KeyCopies
    installation: { fact: string; value: string }
  }
