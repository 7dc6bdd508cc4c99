import { gzipSync } from 'node:zlib'
import { mailboxes } from '#features/inbox/mailboxes.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import type { Put } from './world.ts'

/**
 * A mail from the customer's contact that names its ticket, one from an unknown sender, and a rule for another sender.
 */
export async function fillInboxMail(
  h: Harness,
  put: Put,
  { orgId, ticket, email }: { orgId: string; ticket: string; email: string },
) {
  const [mailInInbox, anonymousMail, senderRule] = [uuidv7(), uuidv7(), uuidv7()]
  const addMail = (id: string, values: { name: string; email: string; message: string; ticket: string | null }) =>
    h.test.superuser.query(
      `insert into enquiries (org_id, id, kind, name, email, message, authentication, ticket_hint)
       values ($1, $2, 'mail', $3, $4, $5, 'none', $6)`,
      [orgId, id, values.name, values.email, values.message, values.ticket],
    )
  await addMail(mailInInbox, { name: put('Mejlare', 'staff'), email, message: put('Mejl', 'staff'), ticket })
  const outsider = { email: 'ny@okand.example', message: 'x', ticket: null }
  await addMail(anonymousMail, { name: put('Ny', 'staff'), ...outsider })
  await h.test.superuser.query(`insert into sender_rules (org_id, id, address, rule) values ($1, $2, $3, 'discard')`, [
    ...[orgId, senderRule, `${put('reklam', 'staff')}@okand.example`],
  ])
  return { mailInInbox, anonymousMail, senderRule }
}

export async function fillMailbox(h: Harness, put: Put, admin: Person) {
  const server = { host: '127.0.0.1', port: 1, tls: 'none', isActive: false } as const
  const body = { ...server, address: `${put('brev', 'admin')}@example.se`, login: put('Konto', 'admin'), secret: 'x' }
  const { id } = await h.as(admin).call(mailboxes.create, { body })
  await fillMailServer(h, put, admin)
  return { mailbox: id, mailMessage: await addMail(h, put, id) }
}

/** An organization has one mail server, but a mailbox for each customer here. */
async function fillMailServer(h: Harness, put: Put, admin: Person) {
  const { rowCount } = await h.test.superuser.query('select from mail_servers where org_id = $1', [admin.orgId])
  if (rowCount !== 0) return
  await h.test.superuser.query(
    `insert into mail_servers (org_id, host, port, tls, login, secret, key_id, from_address, from_name)
     select $1, '127.0.0.1', 1, 'none', $2, 'x', id, $3, $4 from vault_keys limit 1`,
    [admin.orgId, put('Utkonto', 'admin'), `${put('utgaende', 'admin')}@example.se`, put('Avsändare', 'admin')],
  )
}

/** The original of a mail, whose text only staff may read. */
async function addMail(h: Harness, put: Put, mailbox: string) {
  const id = uuidv7()
  const raw = Buffer.from(
    `From: ${put('avsandare', 'staff')}@example.se\r\nSubject: Hej\r\n\r\n${put('Original', 'staff')}\r\n`,
  )
  await h.test.superuser.query(
    `insert into mail_messages (org_id, id, mailbox_id, uid_validity, uid, fingerprint, from_name, subject, received_at, authentication,
       outcome, raw, raw_until)
     select org_id, $1, id, 1, 1, sha256($2), '', $3, now(), 'none', 'enquiry', $4, now() + interval '1 day'
     from mailboxes where id = $5`,
    [id, raw, put('Ämne', 'staff'), gzipSync(raw), mailbox],
  )
  return id
}
