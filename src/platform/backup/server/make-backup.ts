import { basename, dirname, join } from 'node:path'
import type pg from 'pg'
import { Unreachable } from '#platform/database/bring-up.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { isDiskFullError } from '#platform/database/disk-full.ts'
import { StartError } from '#platform/database/start-error.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { BackupKind } from '../backup.contract.ts'
import type { Manifest } from '../file/manifest.ts'
import { writeBackup } from '../file/write-backup.ts'
import { backupName, openBackupFolder, rotateBackups } from './backup-files.ts'

export type BackupTarget = {
  folder: string
  keep: number
  /** The only place where a missing folder is created. */
  dataDir: string
  /** Whether the database is in `dataDir`. */
  isEmbedded: boolean
}
export type CreatedBackup = { path: string; bytes: number; manifest: Manifest }

type Options = {
  connection: pg.ClientConfig
  database: Database
  kind: Exclude<BackupKind, 'before_migration'>
  path: string
  dataDir: string
  now: Date
  keys?: { content: Buffer; passphrase: string } | undefined
}

/**
 * Writes a backup and records it. Rethrows an error, and records that of a nightly backup for Inställningar. A failed command is
 * not recorded: its user sees the error, which may be a mistyped path.
 */
export async function makeBackup({
  connection,
  database,
  kind,
  path,
  dataDir,
  now,
  keys,
}: Options): Promise<CreatedBackup> {
  try {
    await openBackupFolder(dirname(path), dataDir)
    const written = await writeBackup({ connection, path, now, keys })
    await database.as('backup', (db) =>
      recordBackup(db, {
        kind,
        file: basename(path),
        bytes: written.bytes,
        hasKeys: keys !== undefined,
        failure: null,
      }),
    )
    return { path, ...written }
  } catch (error) {
    const failure = failureReason(error)
    if (kind === 'nightly')
      await database
        .as('backup', (db) => recordBackup(db, { kind, file: null, bytes: null, hasKeys: false, failure }))
        .catch(() => undefined) // cannot be recorded while the database is unavailable
    throw error
  }
}

type BackupRecord = {
  kind: BackupKind
  file: string | null
  bytes: number | null
  hasKeys: boolean
  failure: string | null
}

async function recordBackup(db: Db, record: BackupRecord) {
  await db
    .insertInto('backups')
    .values({ id: uuidv7(), ...record })
    .execute()
}

/** A Swedish reason without paths, addresses and data, as it is mailed and shown. */
export function failureReason(error: unknown): string {
  if (error instanceof Unreachable) return 'Databasen gick inte att nå.'
  if (error instanceof StartError) return error.message
  if (isDiskFullError(error)) return 'Disken är full.'
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'Mappen för säkerhetskopior går inte att skriva i.'
    case 'ENOENT':
    case 'ENOTDIR':
      return 'Mappen för säkerhetskopior finns inte.'
    default:
      return 'Databasen gick inte att läsa.'
  }
}

/** Backs up before a migration; not recorded, as the schema may be older. Throws StartError, which stops the migration. */
export async function backUpBeforeMigrating(connection: pg.ClientConfig, target: BackupTarget, now: Date) {
  const { folder, keep, dataDir } = target
  try {
    await openBackupFolder(folder, dataDir)
    const path = join(folder, backupName('before_migration', now))
    await writeBackup({ connection, path, now })
    await rotateBackups(folder, 'before_migration', keep, now)
    return path
  } catch (error) {
    throw new StartError(
      `Databasen ska uppgraderas, men säkerhetskopian före uppgraderingen gick inte att göra i ${folder}: ${failureReason(error)} Inget är ändrat. Rätta till det och starta igen.`,
      { cause: error },
    )
  }
}
