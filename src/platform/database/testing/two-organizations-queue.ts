import type pg from 'pg'
import { uuidv7 } from '../uuid.ts'

/**
 * A canned answer, a visit with a recipient, and for each user an API key, a reminder and a change of the status of the ticket
 * that can be undone.
 */
export async function fillQueue(
  db: pg.Client,
  { id, users, ticket }: { id: string; users: readonly string[]; ticket: string },
) {
  const answer = `insert into canned_answers (org_id, id, name, text) values ($1, $2, 'samma', 'Samma')`
  await db.query(answer, [id, uuidv7()])
  const visit = `insert into visits (org_id, customer_id, ticket_id, starts_at, ends_at, user_id)
    select org_id, customer_id, id, '2026-12-01 09:00Z', '2026-12-01 11:00Z', $2 from tickets where id = $1`
  await db.query(visit, [ticket, users[0]])
  await db.query(
    `insert into visit_recipients (org_id, visit_id, address) select org_id, id, 'samma@example.se' from visits where ticket_id = $1`,
    [ticket],
  )
  for (const user of users) {
    const key = `insert into api_keys (org_id, id, user_id, name, key_hash, scopes, expires_at)
      values ($1, $2, $3, 'Samma', sha256($2::uuid::text::bytea), '{read}', now() + interval '1 day')`
    await db.query(key, [id, uuidv7(), user])
    const reminder = `insert into ticket_reminders values ($1, $2, $3, '2026-12-01')`
    await db.query(reminder, [id, user, ticket])
    const bulk = uuidv7()
    await db.query(
      `insert into bulk_changes (org_id, id, user_id, field, after) values ($1, $2, $3, 'status', 'in_progress')`,
      [id, bulk, user],
    )
    await db.query(
      `insert into bulk_changed_tickets (org_id, bulk_id, ticket_id, version, before, last_activity_at)
       select org_id, $2, id, version - 1, 'open', last_activity_at from tickets where org_id = $1 and id = $3`,
      [id, bulk, ticket],
    )
  }
}
