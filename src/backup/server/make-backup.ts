import { basename, dirname, join } from 'node:path'
import type pg from 'pg'
import type { Manifest } from '#db/backup/manifest.ts'
import { writeBackup } from '#db/backup/write-backup.ts'
import { Unreachable } from '#db/bring-up.ts'
import type { Database, Db } from '#db/database.ts'
import { StartError } from '#db/start-error.ts'
import { uuidv7 } from '#db/uuid.ts'
import type { BackupKind } from '../backup.contract.ts'
import { backupName, openBackupFolder, rotateBackups } from './backup-files.ts'

export type BackupPlace = { folder: string; keep: number }
export type MadeBackup = { path: string; bytes: number; manifest: Manifest }

type Plan = {
  connection: pg.ClientConfig
  database: Database
  kind: Exclude<BackupKind, 'before_migration'>
  path: string
  now: Date
  keys?: { content: Buffer; passphrase: string } | undefined
}

/** Writes a backup and a line about it, also when it fails: administrators see it under Inställningar. */
export async function makeBackup({ connection, database, kind, path, now, keys }: Plan): Promise<MadeBackup> {
  try {
    await openBackupFolder(dirname(path))
    const made = await writeBackup({ connection, path, now, keys })
    await database.as('backup', (db) =>
      writeDown(db, { kind, file: basename(path), bytes: made.bytes, hasKeys: keys !== undefined, failure: null }),
    )
    return { path, ...made }
  } catch (error) {
    const failure = reasonOf(error)
    await database
      .as('backup', (db) => writeDown(db, { kind, file: null, bytes: null, hasKeys: false, failure }))
      .catch(() => undefined) // a database that is away cannot be told
    throw error
  }
}

type Line = { kind: BackupKind; file: string | null; bytes: number | null; hasKeys: boolean; failure: string | null }

async function writeDown(db: Db, line: Line) {
  await db
    .insertInto('backups')
    .values({ id: uuidv7(), ...line })
    .execute()
}

/** In words, without paths, addresses and rows: it is mailed and shown. */
export function reasonOf(error: unknown): string {
  if (error instanceof Unreachable) return 'Databasen gick inte att nå.'
  if (error instanceof StartError) return error.message
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'Disken är full.'
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

/** Before data is migrated; the database cannot yet be told of it. Throws StartError, which stops the migration. */
export async function backUpBeforeMigrating(connection: pg.ClientConfig, { folder, keep }: BackupPlace, now: Date) {
  try {
    await openBackupFolder(folder)
    const path = join(folder, backupName('before_migration', now))
    await writeBackup({ connection, path, now })
    await rotateBackups(folder, 'before_migration', keep, now)
    return path
  } catch (error) {
    throw new StartError(
      `Databasen ska uppgraderas, men säkerhetskopian före uppgraderingen gick inte att göra i ${folder}: ${reasonOf(error)} Inget är ändrat. Rätta till det och starta igen.`,
      { cause: error },
    )
  }
}
