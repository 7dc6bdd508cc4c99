import { join } from 'node:path'
import type pg from 'pg'
import type { Database } from '#db/database.ts'
import type { Tasks } from '#lib/server/jobs.ts'
import { backupName, rotateBackups } from './backup-files.ts'
import { type BackupPlace, makeBackup, reasonOf } from './make-backup.ts'

const NIGHTLY_BACKUP = 'nightly-backup'
const NIGHT_STARTS_HOUR_UTC = 1
const LINES_KEPT_DAYS = 90

type Parts = {
  connection: pg.ClientConfig
  database: Database
  place: BackupPlace
  warn: (facts: object, text: string) => void
  now?: () => Date
}

/** One backup a night. It is looked for every hour: a night when the program was away, or failed, is made up for. */
export const backupTasks = ({ connection, database, place, warn, now = () => new Date() }: Parts): Tasks => ({
  [NIGHTLY_BACKUP]: async () => {
    const at = now()
    if (await isDone(database, at)) return
    try {
      const path = join(place.folder, backupName('nightly', at))
      await makeBackup({ connection, database, kind: 'nightly', path, now: at })
      await rotateBackups(place.folder, 'nightly', place.keep, at)
      await forgetLines(database, at)
    } catch (error) {
      warn({ reason: reasonOf(error), err: error }, 'the nightly backup failed')
    }
  },
})

/** In UTC. */
export const backupSchedule = [{ task: NIGHTLY_BACKUP, match: '7 * * * *' }]

const isDone = async (database: Database, now: Date) => {
  const night = new Date(now)
  night.setUTCHours(NIGHT_STARTS_HOUR_UTC, 0, 0, 0)
  if (night > now) night.setUTCDate(night.getUTCDate() - 1)
  const done = await database.as('backup', (db) =>
    db
      .selectFrom('backups')
      .select('id')
      .where('kind', '=', 'nightly')
      .where('failure', 'is', null)
      .where('finishedAt', '>=', night.toISOString())
      .limit(1)
      .executeTakeFirst(),
  )
  return done !== undefined
}

const forgetLines = (database: Database, now: Date) =>
  database.as('backup', (db) =>
    db
      .deleteFrom('backups')
      .where('finishedAt', '<', new Date(now.getTime() - LINES_KEPT_DAYS * 86_400_000).toISOString())
      .execute(),
  )
