import type { BackupTarget } from '#platform/backup/server/make-backup.ts'
import type { Settings } from './settings.ts'

type Named = Pick<Settings, 'BACKUP_DIR' | 'BACKUP_KEEP' | 'DATA_DIR' | 'DATABASE_URL'>

/** Where backups are written if a command names no file. */
export const backupTarget = ({ BACKUP_DIR, BACKUP_KEEP, DATA_DIR, DATABASE_URL }: Named): BackupTarget => ({
  folder: BACKUP_DIR ?? `${DATA_DIR}/backups`,
  keep: BACKUP_KEEP,
  dataDir: DATA_DIR,
  isEmbedded: DATABASE_URL === undefined,
})

/** Where nightly backups are written; undefined if there are none. */
export const nightlyTarget = (settings: Named) =>
  settings.BACKUP_DIR === undefined ? undefined : backupTarget(settings)
