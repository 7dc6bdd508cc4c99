// The state of the backups, for Inställningar, the doctor and the metrics.
import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { BACKUP_IS_OLD_AFTER_HOURS } from '../backup.contract.ts'
import { type FailedBackup, findLastBackup, type LastBackup } from './last-backup.ts'
import type { BackupTarget } from './make-backup.ts'

const HOUR_SECONDS = 3600

export type BackupState = {
  last: LastBackup | null
  failed: FailedBackup | null
  /** Whether nightly backups are made, here or on another machine. */
  isNightly: boolean
  /** Since the last backup, else since the database was created or restored. */
  ageSeconds: number
  isOld: boolean
}

/** For the roles owner and backup, and for administrators. `isNightlyHere`: this process makes them. */
export async function readBackupState(db: Db, isNightlyHere: boolean, now: Date): Promise<BackupState> {
  const found = await findLastBackup(db)
  const since = found.last?.finishedAt ?? (await readInstalledAt(db))
  const ageSeconds = Math.max(0, Math.round((now.getTime() - Date.parse(since)) / 1000))
  return {
    ...found,
    ageSeconds,
    isNightly: isNightlyHere || (await isNightlyElsewhere(db, now)),
    isOld: ageSeconds > BACKUP_IS_OLD_AFTER_HOURS * HOUR_SECONDS,
  }
}

async function readInstalledAt(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`select installed_at() as at`.execute(db)
  return rows[0]?.at ?? new Date().toISOString()
}

/** Only one of several machines makes them, and only that one has the folder. */
async function isNightlyElsewhere(db: Db, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - BACKUP_IS_OLD_AFTER_HOURS * HOUR_SECONDS * 1000)
  const night = await db
    .selectFrom('backups')
    .select('id')
    .where('kind', '=', 'nightly')
    .where('finishedAt', '>', since.toISOString())
    .limit(1)
    .executeTakeFirst()
  return night !== undefined
}

/** Whether one failing disk would take the database and its backups; false for an external server, as its disk is unknown. */
export async function isOnDataDisk({ folder, dataDir, isEmbedded }: BackupTarget): Promise<boolean> {
  if (!isEmbedded) return false
  const [backups, data] = await Promise.all([folder, dataDir].map(deviceOf))
  return backups !== undefined && backups === data
}

const deviceOf = (path: string) =>
  stat(path).then(
    ({ dev }) => dev,
    () => undefined,
  )
