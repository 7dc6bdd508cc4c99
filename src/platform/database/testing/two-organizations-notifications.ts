import type pg from 'pg'
import { fillOnCall } from './two-organizations-on-call.ts'

type Of = { id: string; technician: string; admin: string; ticket: string; otherTicket: string }

/**
 * A mention of the administrator, two notifications of each person, one of which has expired, an answer that is due, figures of
 * answers, and jour. Returns the id of an alarm.
 */
export async function fillNotifications(db: pg.Client, { id, technician, admin, ticket, otherTicket }: Of) {
  const alarm = await fillOnCall(db, { id, technician, admin, ticket, otherTicket })
  await db.query(
    `insert into comment_mentions (org_id, ticket_id, comment_id, user_id, name, mentioned_by)
     select org_id, ticket_id, id, $3, 'Samma Namn', user_id from ticket_comments
     where org_id = $1 and ticket_id = $2 and is_internal`,
    [id, ticket, admin],
  )
  // Instead of those that other rows have caused.
  await db.query('delete from answer_reminders where org_id = $1', [id])
  await db.query('insert into answer_reminders (org_id, ticket_id, due_at) values ($1, $2, now())', [id, ticket])
  await db.query('delete from staff_notifications where org_id = $1', [id])
  await db.query('insert into answer_figures (org_id, kept, missed) values ($1, 46, 4) on conflict do nothing', [id])
  await db.query(
    `insert into answer_recomputations (org_id, requested, requested_in) values ($1, 1, '1') on conflict do nothing`,
    [id],
  )
  for (const user of [technician, admin])
    for (const days of [1, 91])
      await db.query(
        `insert into staff_notifications (org_id, user_id, event, ticket_id, created_at)
         values ($1, $2, 'given', $3, now() - make_interval(days => $4))`,
        [id, user, ticket, days],
      )
  return alarm
}
