import type pg from 'pg'
import { uuidv7 } from '../uuid.ts'

type Of = { id: string; technician: string; admin: string; ticket: string; otherTicket: string }

/** A day of each person, and two alarms of the technician, one of which has ended. Returns the id of the other. */
export async function fillOnCall(db: pg.Client, { id, technician, admin, ticket, otherTicket }: Of) {
  const alarm = uuidv7()
  await db.query(`insert into on_call_days values ($1, '2026-12-01', 1, $2), ($1, '2026-12-01', 2, $3)`, [
    id,
    technician,
    admin,
  ])
  const ended = `insert into on_call_alarms (org_id, id, ticket_id, ended_at, ended_as) values ($1, $2, $3, now(), 'done')`
  await db.query(ended, [id, uuidv7(), otherTicket])
  await db.query('insert into on_call_alarms (org_id, id, ticket_id) values ($1, $2, $3)', [id, alarm, ticket])
  await db.query(
    `insert into on_call_alarm_steps select org_id, id, 1, $2, now() from on_call_alarms where org_id = $1`,
    [id, technician],
  )
  return alarm
}
