import type pg from 'pg'
import { uuidv7 } from '../uuid.ts'

/**
 * A mailbox with two mails, the original of one of which is old enough to be removed, an address that is paused, and a forwarded
 * enquiry.
 */
export async function fillMail(db: pg.Client, org: string) {
  const mailbox = uuidv7()
  await db.query(
    `insert into mailboxes (org_id, id, address, host, port, tls, login, secret, key_id, unread_since, unread_notified_at)
     values ($1, $2, 'samma@example.se', 'imap.example.se', 993, 'tls', 'samma', 'hemlig', 'k1', now(), now())`,
    [org, mailbox],
  )
  await db.query(
    `insert into mail_servers (org_id, host, port, tls, login, secret, key_id, from_address)
     values ($1, 'smtp.example.se', 587, 'starttls', 'samma', 'hemlig', 'k1', 'samma@example.se')`,
    [org],
  )
  await db.query(
    `insert into enquiry_forwards (org_id, id, enquiry_id, author, sent_to)
     select org_id, gen_random_uuid(), enquiry_id, author, 'samma@example.se' from enquiry_replies where org_id = $1`,
    [org],
  )
  await db.query('insert into hidden_checklists (org_id) values ($1)', [org])
  for (const days of [-1, 1])
    await db.query(
      `insert into mail_messages (org_id, id, mailbox_id, uid_validity, uid, fingerprint, from_name, subject, received_at,
         authentication, outcome, raw, raw_until)
       values ($1, $2, $3, 1, $4 + 2, sha256($5), '', '', now(), 'none', 'enquiry', 'x', now() + $4 * interval '1 day')`,
      [org, uuidv7(), mailbox, days, Buffer.from(String(days))],
    )
  await db.query(
    `insert into sender_rules (org_id, id, address, rule) values ($1, gen_random_uuid(), 'x@example.se', 'discard')`,
    [org],
  )
  await db.query(
    `insert into mail_addresses (org_id, address, last_bounce_on) values ($1, 'x@example.se', '2026-11-21')`,
    [org],
  )
  return mailbox
}
