import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Db } from '#platform/database/database.ts'

export type LastBackup = { finishedAt: string; file: string; bytes: number; hasKeys: boolean }
export type FailedBackup = { finishedAt: string; reason: string }

/** The last successful backup and the last failure after it. For the roles owner and backup, and for administrators. */
export async function findLastBackup(db: Db): Promise<{ last: LastBackup | null; failed: FailedBackup | null }> {
  const newest = db.selectFrom('backups').orderBy('finishedAt', 'desc').limit(1)
  const last = await newest
    .select(['finishedAt', 'file', 'bytes', 'hasKeys'])
    .where('failure', 'is', null)
    .$narrowType<{ file: string; bytes: number }>()
    .executeTakeFirst()
  const failed = await newest
    .select(['finishedAt', 'failure as reason'])
    .where('failure', 'is not', null)
    .$if(last !== undefined, (query) => query.where('finishedAt', '>', last?.finishedAt ?? ''))
    .$narrowType<{ reason: string }>()
    .executeTakeFirst()
  return { last: last ?? null, failed: failed ?? null }
}

export type BackupSpace = { count: number; bytes: number; freeBytes: number; isLow: boolean }

/** What the retained backups take when all are as large as the last one; low when less than twice that is free. */
export function backupSpace(last: LastBackup | null, count: number, freeBytes: number): BackupSpace | null {
  if (!last) return null
  const bytes = last.bytes * count
  return { count, bytes, freeBytes, isLow: freeBytes < 2 * bytes }
}

/** Free bytes where the folder is or will be. */
export function freeBytesAt(folder: string): number {
  const { bavail, bsize } = statfsSync(nearestExisting(folder))
  return bavail * bsize
}

const nearestExisting = (folder: string): string => (existsSync(folder) ? folder : nearestExisting(dirname(folder)))

/** Whether an administrator has confirmed that a copy of these keys is stored elsewhere. */
export async function isKeyCopyConfirmed(db: Db, fingerprint: string): Promise<boolean> {
  const copy = await db
    .selectFrom('keyCopies')
    .select('fingerprint')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return copy !== undefined
}
