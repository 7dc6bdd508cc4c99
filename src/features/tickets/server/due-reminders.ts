// What a person of staff chose with 'Påminn mig': on that day they are notified, when the company opens.
import { sql } from 'kysely'
import { calendarOf } from '#features/company/opening-hours.rules.ts'
import { hoursColumns } from '#features/company/server/opening-hours.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { notifyOfDueReminder } from './notifications.queries.ts'

/** On a day on which the company is closed. */
const OPENS = '08:00'

/**
 * Notifies of the reminders whose moment is here. Each is a separate transaction, which notes it and queues the mail together:
 * one that fails delays no other, and none is notified of twice. A deadline that the company sets belongs here, too.
 */
export async function remindStaff(database: Database, now = new Date()) {
  const failures: unknown[] = []
  for (const reminder of await database.as('jobs', (db) => listDue(db, momentInStockholm(now))))
    try {
      await database.as('jobs', (db) => remind(db, reminder))
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'Some people were not reminded of their tickets')
}

type DueReminder = { orgId: string; id: string }

/** `moment` is 'YYYY-MM-DD HH:MM' in Stockholm. */
async function listDue(db: Db, moment: string): Promise<DueReminder[]> {
  const rows = await db
    .selectFrom('ticketReminders as reminder')
    .innerJoin('companyFacts', 'companyFacts.orgId', 'reminder.orgId')
    .select(['reminder.orgId', 'reminder.id', 'reminder.remindOn'])
    .select(hoursColumns)
    .where('reminder.reachedAt', 'is', null)
    .where('reminder.remindOn', '<=', moment.slice(0, 10))
    .orderBy('reminder.id')
    .execute()
  return rows.filter(({ remindOn, ...row }) => {
    const opens = calendarOf(row)(remindOn).intervals[0]?.opens ?? OPENS
    return `${remindOn} ${opens}` <= moment
  })
}

async function remind(db: Db, { orgId, id }: DueReminder) {
  const { rows } = await sql<{ isReached: boolean }>`select reach_reminder(${id}) as is_reached`.execute(db)
  if (rows[0]?.isReached) await notifyOfDueReminder(db, { orgId, id })
}
