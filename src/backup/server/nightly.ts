import { join } from 'node:path'
import type pg from 'pg'
import type { Database, Db } from '#db/database.ts'
import { todayInStockholm } from '#lib/dates.rules.ts'
import type { Tasks } from '#lib/server/jobs.ts'
import type { Mailer } from '#lib/server/mail.ts'
import { backupName, rotateBackups } from './backup-files.ts'
import { failedMailTasks, tellOfNight } from './failed-mail.ts'
import { type BackupPlace, makeBackup, reasonOf } from './make-backup.ts'

const NIGHTLY_BACKUP = 'nightly-backup'
const MORNING_CHECK = 'nightly-backup-check'
const NIGHT_STARTS_HOUR_UTC = 1
/** Whatever was begun at night and is not done after these is told to the administrators. */
const MORNING_AFTER_HOURS = 4
/** One that began later may still be under way. */
const UNDER_WAY_MINUTES = 20
const LINES_KEPT_DAYS = 90
const HOUR_MS = 3_600_000

export type NightlyParts = {
  connection: pg.ClientConfig
  database: Database
  mailer: Mailer
  appUrl: string
  place: BackupPlace
  warn: (facts: object, text: string) => void
  now?: () => Date
}

/**
 * One backup a night. It is looked for every hour: a night when the program was away, or failed, is made up for. A night
 * whose backup failed, or was begun and is missing in the morning, is mailed to the administrators once.
 */
export const backupTasks = ({ now = () => new Date(), ...parts }: NightlyParts): Tasks => ({
  [NIGHTLY_BACKUP]: async () => {
    const at = now()
    if (!(await parts.database.as('backup', (db) => isDone(db, at)))) await backUpNight(parts, at)
  },
  [MORNING_CHECK]: () => parts.database.as('backup', (db) => checkNight(db, now())),
  ...failedMailTasks(parts),
})

/** In UTC. */
export const backupSchedule = [
  { task: NIGHTLY_BACKUP, match: '7 * * * *' },
  { task: MORNING_CHECK, match: '37 * * * *' },
]

async function backUpNight({ connection, database, place, warn }: Omit<NightlyParts, 'now'>, at: Date) {
  const night = nightOf(at)
  await database.as('backup', (db) => noteBegun(db, night, at))
  try {
    const path = join(place.folder, backupName('nightly', at))
    await makeBackup({ connection, database, kind: 'nightly', path, now: at })
    await rotateBackups(place.folder, 'nightly', place.keep, at)
    await forgetLines(database, at)
  } catch (error) {
    const reason = reasonOf(error)
    warn({ reason, err: error }, 'the nightly backup failed')
    // What cannot be noted now is told by the next attempt, or in the morning.
    await database
      .as('backup', (db) => tellOfNight(db, { night: dateOf(night), now: at, reason }))
      .catch(() => undefined)
  }
}

/** Of a night that ended in the middle of its backup nothing is written down but that it was begun. */
async function checkNight(db: Db, now: Date) {
  const night = nightOf(now)
  if (now.getTime() - night.getTime() < MORNING_AFTER_HOURS * HOUR_MS || (await isDone(db, now))) return
  const since = new Date(now.getTime() - UNDER_WAY_MINUTES * 60_000).toISOString()
  const begun = await db
    .selectFrom('backupNights')
    .select('night')
    .where('night', '=', dateOf(night))
    .where('begunAt', '<=', since)
    .executeTakeFirst()
  if (begun) await tellOfNight(db, { night: begun.night, now, reason: null })
}

/** When the night of a moment began. */
function nightOf(now: Date): Date {
  const night = new Date(now)
  night.setUTCHours(NIGHT_STARTS_HOUR_UTC, 0, 0, 0)
  if (night > now) night.setUTCDate(night.getUTCDate() - 1)
  return night
}

/** Its date, in Stockholm as in UTC: it begins at two or three there. */
const dateOf = (night: Date) => todayInStockholm(night)

const noteBegun = (db: Db, night: Date, at: Date) =>
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

const forgetLines = (database: Database, now: Date) =>
  database.as('backup', async (db) => {
    const kept = new Date(now.getTime() - LINES_KEPT_DAYS * 24 * HOUR_MS)
    await db.deleteFrom('backups').where('finishedAt', '<', kept.toISOString()).execute()
    await db.deleteFrom('backupNights').where('night', '<', todayInStockholm(kept)).execute()
  })
