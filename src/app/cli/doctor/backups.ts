// Checks that backups are made, not on the disk of the data, and that there is room for them.
import { BACKUP_IS_OLD_AFTER_HOURS } from '#platform/backup/backup.contract.ts'
import { reasonAgainstBackups } from '#platform/backup/server/backup-files.ts'
import { type BackupState, isOnDataDisk, readBackupState } from '#platform/backup/server/backup-state.ts'
import { backupSpace, freeBytesAt } from '#platform/backup/server/last-backup.ts'
import type { BackupTarget } from '#platform/backup/server/make-backup.ts'
import type { Database } from '#platform/database/database.ts'
import { operatorCommand } from '#platform/database/operator-command.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { type Check, fine, inBytes, warning, wrong } from './check.ts'

const NIGHTLY = 'Nattlig säkerhetskopia'
const TITLE = 'Säkerhetskopia'

export async function checkBackup(database: Database, target: BackupTarget | undefined, now: Date): Promise<Check[]> {
  const state = await database.as('owner', (db) => readBackupState(db, target !== undefined, now))
  // The check of BACKUP_DIR reports the reason.
  const isUnusable = target !== undefined && (await reasonAgainstBackups(target.folder, target.dataDir)) !== undefined
  if (isUnusable) return judgeLast(state, false)
  return [await judgeNights(state, target), ...judgeSpace(state, target), ...judgeLast(state, state.isNightly)]
}

async function judgeNights({ isNightly }: BackupState, target: BackupTarget | undefined): Promise<Check> {
  if (!isNightly)
    return warning(NIGHTLY, 'BACKUP_DIR saknas: inget kopieras av sig självt. Ange en mapp på en annan disk.')
  if (!target) return fine(NIGHTLY, 'Görs på en annan maskin.')
  const { folder } = target
  return (await isOnDataDisk(target))
    ? warning(
        NIGHTLY,
        `${folder} ligger på samma disk som databasen: går disken sönder försvinner båda. Ange en mapp på en annan disk, eller kopiera filerna till en annan maskin.`,
      )
    : fine(NIGHTLY, folder)
}

function judgeSpace({ last }: BackupState, target: BackupTarget | undefined): Check[] {
  const space = target ? backupSpace(last, target.keep, freeBytesAt(target.folder)) : null
  if (!space?.isLow) return []
  return [
    warning(
      'Plats för säkerhetskopior',
      `${space.count} kopior tar ungefär ${inBytes(space.bytes)}, och ${inBytes(space.freeBytes)} är ledigt. Frigör plats så att minst dubbelt så mycket är ledigt, eller sänk BACKUP_KEEP.`,
    ),
  ]
}

function judgeLast({ last, failed, isOld }: BackupState, isMadeTonight: boolean): Check[] {
  const checks: Check[] = []
  if (failed)
    checks.push(
      wrong(
        TITLE,
        `Den senaste misslyckades ${momentInStockholm(failed.finishedAt)}: ${failed.reason} Kör: ${operatorCommand('backup')}`,
      ),
    )
  if (!last) {
    const isDue = isOld || failed !== null || !isMadeTonight
    const first = isDue
      ? warning(TITLE, `Ingen är gjord. Kör: ${operatorCommand('backup')}`)
      : fine(TITLE, 'Den första görs i natt.')
    return [...checks, first]
  }
  const message = `Den senaste är från ${momentInStockholm(last.finishedAt)} (${inBytes(last.bytes)})`
  if (isOld)
    return [
      ...checks,
      warning(TITLE, `${message}, äldre än ${BACKUP_IS_OLD_AFTER_HOURS} timmar. Kör: ${operatorCommand('backup')}`),
    ]
  return failed ? checks : [...checks, fine(TITLE, `${message}.`)]
}
