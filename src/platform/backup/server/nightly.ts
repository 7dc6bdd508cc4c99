import { join } from 'node:path'
import type pg from 'pg'
import type { Database, Db } from '#platform/database/database.ts'
import type { Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { backupName, rotateBackups } from './backup-files.ts'
import { failedMailTasks, notifyOfFailedNight } from './failed-mail.ts'
import { type BackupTarget, failureReason, makeBackup } from './make-backup.ts'

const NIGHTLY_BACKUP = 'nightly-backup'
const MORNING_CHECK = 'nightly-backup-check'
const NIGHT_STARTS_HOUR_UTC = 1
/** How long after the start of the night a started, unfinished backup is reported to the administrators. */
const MORNING_AFTER_HOURS = 4
/** A backup that started more recently may still be running. */
const RUNNING_MINUTES = 20
const RECORD_RETENTION_DAYS = 90
const HOUR_MS = 3_600_000

export type NightlyParts = {
  connection: pg.ClientConfig
  database: Database
  mailer: Mailer
  appUrl: string
  target: BackupTarget
  warn: (facts: object, text: string) => void
  now?: () => Date
}

/**
 * One backup a night, checked every hour, so that a missed or failed one is made later. When a night's backup fails, or was
 * started and is missing in the morning, the administrators get one mail.
 */
export const backupTasks = ({ now = () => new Date(), ...parts }: NightlyParts): Tasks => ({
  [NIGHTLY_BACKUP]: async () => {
    const at = now()
    if (!(await parts.database.as('backup', (db) => isDone(db, at)))) await backUpNight(parts, at)
  },
  [MORNING_CHECK]: () => parts.database.as('backup', (db) => checkNight(db, now())),
  ...failedMailTasks(parts),
})

/** Hourly, in UTC. */
export const backupSchedule = [
  { task: NIGHTLY_BACKUP, match: '7 * * * *' },
  { task: MORNING_CHECK, match: '37 * * * *' },
]

async function backUpNight({ connection, database, target, warn }: Omit<NightlyParts, 'now'>, at: Date) {
  const night = nightOf(at)
  await database.as('backup', (db) => recordStart(db, night, at))
  try {
    const path = join(target.folder, backupName('nightly', at))
    await makeBackup({ connection, database, kind: 'nightly', path, dataDir: target.dataDir, now: at })
    await rotateBackups(target.folder, 'nightly', target.keep, at)
    await deleteOldRecords(database, at)
  } catch (error) {
    const reason = failureReason(error)
    warn({ reason, err: error }, 'the nightly backup failed')
    // If this fails too, the next attempt or the morning check notifies.
    await database
      .as('backup', (db) => notifyOfFailedNight(db, { night: dateOf(night), now: at, reason }))
      .catch(() => undefined)
  }
}

/** A backup whose process was killed has left only the record of its start. */
async function checkNight(db: Db, now: Date) {
  const night = nightOf(now)
  if (now.getTime() - night.getTime() < MORNING_AFTER_HOURS * HOUR_MS || (await isDone(db, now))) return
  const since = new Date(now.getTime() - RUNNING_MINUTES * 60_000).toISOString()
  const begun = await db
    .selectFrom('backupNights')
    .select('night')
    .where('night', '=', dateOf(night))
    .where('begunAt', '<=', since)
    .executeTakeFirst()
  if (begun) await notifyOfFailedNight(db, { night: begun.night, now, reason: null })
}

/** The start of the night to which a time belongs. */
function nightOf(now: Date): Date {
  const night = new Date(now)
  night.setUTCHours(NIGHT_STARTS_HOUR_UTC, 0, 0, 0)
  if (night > now) night.setUTCDate(night.getUTCDate() - 1)
  return night
}

/** The night's date, the same in Stockholm (where it starts at two or three) as in UTC. */
const dateOf = (night: Date) => todayInStockholm(night)

const recordStart = (db: Db, night: Date, at: Date) =>
  db
    .insertInto('backupNights')
    .values({ night: dateOf(night), begunAt: at.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

async function isDone(db: Db, now: Date): Promise<boolean> {
  const done = await db
    .selectFrom('backups')
    .select('id')
    .where('kind', '=', 'nightly')
    .where('failure', 'is', null)
    .where('finishedAt', '>=', nightOf(now).toISOString())
    .limit(1)
    .executeTakeFirst()
  return done !== undefined
}

const deleteOldRecords = (database: Database, now: Date) =>
  database.as('backup', async (db) => {
    const oldest = new Date(now.getTime() - RECORD_RETENTION_DAYS * 24 * HOUR_MS)
    await db.deleteFrom('backups').where('finishedAt', '<', oldest.toISOString()).execute()
    await db.deleteFrom('backupNights').where('night', '<', todayInStockholm(oldest)).execute()
  })
