// The chain of an alarm: whoever has jour, ten minutes later the next, then all staff, until somebody takes it.

import { sql } from 'kysely'
import { listTicketMailStaff } from '#features/tickets/server/ticket-recipients.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import { ALARM_STEPS_MAX, alarmIsDue, alarmNext, nextAlarmAt } from '../on-call.rules.ts'
import { ALARM_MAIL } from './alarm-mail.ts'
import { isOpen } from './open-hours.queries.ts'

type AlarmKey = { orgId: string; alarmId: string }

/** Each alarm is a separate transaction, which writes a step and queues its mail together: one that fails delays no other. */
export async function stepAlarms(database: Database, now = new Date()) {
  const failures: unknown[] = []
  for (const alarm of await database.as('jobs', listRunning))
    try {
      await stepAlarm(database, alarm, now)
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'Some alarms did not go on')
}

const listRunning = (db: Db): Promise<AlarmKey[]> =>
  db
    .selectFrom('onCallAlarms')
    .select(['orgId', 'id as alarmId'])
    .where('endedAt', 'is', null)
    .orderBy('arrivedAt')
    .execute()

/** Takes the step that is due, if one is. The lock makes a second process wait and find it taken. */
export const stepAlarm = (database: Database, key: AlarmKey, now = new Date()) =>
  database.as('jobs', async (db) => {
    const alarm = await lockRunning(db, key)
    if (!alarm) return
    if (alarm.steps === 0 && (await isOpen(db, key.orgId, new Date(alarm.arrivedAt)))) return end(db, key)
    const due = alarmIsDue(alarm.nextAt, alarm.steps, now)
    if (due === 'set_back') return change(db, key, { nextAt: nextAlarmAt(now, alarm.steps) })
    if (due === 'waits' || alarm.steps >= ALARM_STEPS_MAX) return
    // It rests while the company is open, and ends only by what somebody does: the clock may be wrong for a moment.
    if (!(await isOpen(db, key.orgId, now))) await step(db, key, alarm.steps + 1, now)
  })

const lockRunning = (db: Db, { orgId, alarmId }: AlarmKey) =>
  db
    .selectFrom('onCallAlarms')
    .select(['arrivedAt', 'steps', 'nextAt'])
    .where((eb) => eb.and({ orgId, id: alarmId }))
    .where('endedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

async function step(db: Db, { orgId, alarmId }: AlarmKey, nth: number, now: Date) {
  const people = alarmNext({
    onCall: await listOnCall(db, orgId, now),
    alarmed: await listAlarmed(db, { orgId, alarmId }),
    staff: (await listTicketMailStaff(db, orgId)).map(({ id }) => id),
  })
  if (people.length === 0) return
  const at = now.toISOString()
  const rows = people.map((userId) => ({ orgId, alarmId, step: nth, userId, at }))
  await db.insertInto('onCallAlarmSteps').values(rows).execute()
  for (const userId of people) await enqueue(db, ALARM_MAIL, { orgId, alarmId, userId })
  await change(db, { orgId, alarmId }, { steps: nth, nextAt: nextAlarmAt(now, nth) })
}

async function listOnCall(db: Db, orgId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select on_call_at(${orgId}, ${now.toISOString()}) as id`.execute(db)
  return rows.map(({ id }) => id)
}

async function listAlarmed(db: Db, key: AlarmKey): Promise<string[]> {
  const rows = await db
    .selectFrom('onCallAlarmSteps')
    .select('userId')
    .where((eb) => eb.and(key))
    .execute()
  return rows.map(({ userId }) => userId)
}

type Changed = { steps?: number; nextAt: string }
const change = async (db: Db, { orgId, alarmId }: AlarmKey, changed: Changed) =>
  void (await db
    .updateTable('onCallAlarms')
    .set(changed)
    .where((eb) => eb.and({ orgId, id: alarmId }))
    .execute())

/** The company was open at the arrival: the ticket or enquiry is there like any other. */
const end = async (db: Db, { orgId, alarmId }: AlarmKey) =>
  void (await db
    .updateTable('onCallAlarms')
    .set({ endedAs: 'open', endedAt: sql<string>`now()` })
    .where((eb) => eb.and({ orgId, id: alarmId }))
    .execute())
