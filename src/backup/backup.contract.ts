import { z } from 'zod'
import { get, nothing, put } from '#lib/contract.ts'

/** Why a backup was made. */
export const backupKinds = ['asked', 'nightly', 'before_migration'] as const
export type BackupKind = (typeof backupKinds)[number]

export const BackupStatus = z.object({
  /** BACKUP_DIR is set. */
  isNightly: z.boolean(),
  last: z.object({ finishedAt: z.iso.datetime(), file: z.string(), bytes: z.int(), hasKeys: z.boolean() }).nullable(),
  /** Missing, or older than two days. */
  isOld: z.boolean(),
  /** After the last good one. */
  failed: z.object({ finishedAt: z.iso.datetime(), reason: z.string() }).nullable(),
  /** An administrator has said that the keys of today are kept somewhere else too. */
  areKeysKept: z.boolean(),
})
export type BackupStatus = z.infer<typeof BackupStatus>

export const backup = {
  status: get('/api/backup/status', {
    allow: 'admin',
    summary: 'The last backup, whether it is too old, and whether the keys are kept somewhere else',
    returns: BackupStatus,
  }),
  confirmKeyCopy: put('/api/backup/key-copy', {
    allow: 'admin',
    summary: 'Says that the keys of today are kept somewhere else; a new key asks again',
    returns: nothing,
  }),
}
