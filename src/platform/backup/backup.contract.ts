import { z } from 'zod'
import { get, nothing, put } from '#shared/contract.ts'

/** Why a backup was made. */
export const backupKinds = ['asked', 'nightly', 'before_migration'] as const
export type BackupKind = (typeof backupKinds)[number]

/** A nightly backup starts within an hour of its time; the second extra hour is for a large database. */
export const BACKUP_IS_OLD_AFTER_HOURS = 26

export const BackupStatus = z.object({
  /** Whether a machine makes nightly backups (BACKUP_DIR). */
  isNightly: z.boolean(),
  /** Why this machine cannot write them now, as a Swedish sentence; null when it can, or makes none. */
  problem: z.string().nullable(),
  /** Whether they are on the disk of the database. */
  isOnDataDisk: z.boolean(),
  /** The space that all retained backups take when each is as large as the last one; null without one. */
  space: z.object({ count: z.int(), bytes: z.int(), freeBytes: z.int(), isLow: z.boolean() }).nullable(),
  last: z.object({ finishedAt: z.iso.datetime(), file: z.string(), bytes: z.int(), hasKeys: z.boolean() }).nullable(),
  /** Whether it, or while there is none the installation, is older than 26 hours. */
  isOld: z.boolean(),
  /** The last failure after the last successful backup. */
  failed: z.object({ finishedAt: z.iso.datetime(), reason: z.string() }).nullable(),
  /** Whether an administrator has confirmed that a copy of the current keys is stored elsewhere. */
  areKeysIncluded: z.boolean(),
})
export type BackupStatus = z.infer<typeof BackupStatus>

export const backup = {
  status: get('/api/backup/status', {
    allow: 'admin',
    summary: 'The last backup, whether it is too old, and whether a copy of the keys is confirmed',
    returns: BackupStatus,
  }),
  confirmKeyCopy: put('/api/backup/key-copy', {
    allow: 'admin',
    summary: 'Confirms that a copy of the current keys is stored elsewhere; a new key must be confirmed again',
    returns: nothing,
  }),
}
