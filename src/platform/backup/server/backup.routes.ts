import { audit } from '#platform/database/audit.ts'
import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { backup } from '../backup.contract.ts'
import { reasonAgainstBackups } from './backup-files.ts'
import { isOnDataDisk, readBackupState } from './backup-state.ts'
import { backupSpace, freeBytesAt, isKeyCopyConfirmed } from './last-backup.ts'
import type { BackupTarget } from './make-backup.ts'

export type BackupParts = {
  /** Unset when BACKUP_DIR is unset: then there are no nightly backups. */
  target?: BackupTarget | undefined
  /** The fingerprint of all current keys. */
  keysFingerprint: () => Promise<string>
}

export function backupRoutes(app: App, { target, keysFingerprint }: BackupParts) {
  serve(app, backup.status, async ({ db }) => {
    const { last, failed, isNightly, isOld } = await readBackupState(db, target !== undefined, new Date())
    const areKeysIncluded = await isKeyCopyConfirmed(db, await keysFingerprint())
    const problem = (target && (await reasonAgainstBackups(target.folder, target.dataDir))) ?? null
    const usable = problem === null ? target : undefined
    const space = usable ? backupSpace(last, usable.keep, freeBytesAt(usable.folder)) : null
    const sharesDisk = usable !== undefined && (await isOnDataDisk(usable))
    return { isNightly, problem, isOnDataDisk: sharesDisk, space, last, failed, isOld, areKeysIncluded }
  })
  serve(app, backup.confirmKeyCopy, async ({ db, actor }) => {
    await db
      .insertInto('keyCopies')
      .values({ fingerprint: await keysFingerprint(), confirmedBy: actor.userId })
      .onConflict((c) => c.doNothing())
      .execute()
    await audit(db, actor, { action: 'copy_confirmed', subject: 'keys' })
  })
}
