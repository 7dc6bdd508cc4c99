import { uuidv7 } from '#db/uuid.ts'
import type { Harness } from '#tests/harness/harness.ts'
import type { Put } from './world.ts'

/** A mail of the customer's contact that names its ticket, one of a stranger, and a rule for another. */
export async function fillInboxMail(
  h: Harness,
  put: Put,
  { orgId, ticket, email }: { orgId: string; ticket: string; email: string },
) {
  const [mailInInbox, strangersMail, senderRule] = [uuidv7(), uuidv7(), uuidv7()]
  const addMail = (id: string, values: { name: string; email: string; message: string; ticket: string | null }) =>
    h.test.superuser.query(
      `insert into enquiries (org_id, id, kind, name, email, message, proof, ticket_hint)
       values ($1, $2, 'mail', $3, $4, $5, 'none', $6)`,
      [orgId, id, values.name, values.email, values.message, values.ticket],
    )
  await addMail(mailInInbox, { name: put('Mejlare', 'staff'), email, message: put('Mejl', 'staff'), ticket })
  const stranger = { email: 'ny@okand.example', message: 'x', ticket: null }
  await addMail(strangersMail, { name: put('Ny', 'staff'), ...stranger })
  await h.test.superuser.query(`insert into sender_rules (org_id, id, address, rule) values ($1, $2, $3, 'discard')`, [
    ...[orgId, senderRule, `${put('reklam', 'staff')}@okand.example`],
  ])
  return { mailInInbox, strangersMail, senderRule }
}
