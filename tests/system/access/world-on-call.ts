import { uuidv7 } from '#platform/database/uuid.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'

/** An alarm of a ticket, which has reached a technician and which nobody has taken. */
export async function fillAlarm(
  h: Harness,
  { orgId, staff, ticket }: { orgId: string; staff: Person; ticket: string },
) {
  const alarm = uuidv7()
  const insert = 'insert into on_call_alarms (org_id, id, ticket_id, steps) values ($1, $2, $3, 1)'
  await h.test.superuser.query(insert, [orgId, alarm, ticket])
  const step = 'insert into on_call_alarm_steps values ($1, $2, 1, $3, now())'
  await h.test.superuser.query(step, [orgId, alarm, staff.userId])
  return { alarm }
}
