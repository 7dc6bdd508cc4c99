import { audit } from '#db/audit.ts'
import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { backup } from '../backup.contract.ts'
import { findLastBackup, isBackupOld, isKeyCopyConfirmed } from './last-backup.ts'

export type BackupParts = {
  isNightly: boolean
  /** The fingerprint of all current keys. */
  keysFingerprint: () => Promise<string>
}

export function backupRoutes(app: App, { isNightly, keysFingerprint }: BackupParts) {
  serve(app, backup.status, async ({ db }) => {
    const { last, failed } = await findLastBackup(db)
    const areKeysKept = await isKeyCopyConfirmed(db, await keysFingerprint())
    return { isNightly, last, failed, isOld: isBackupOld(last, new Date()), areKeysKept }
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
