import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Db } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/job-catalogue.ts'
import { LINK, type Mailer } from '#platform/mail/mail.ts'
import { Id } from '#shared/contract.ts'
import { greeting } from '#shared/greeting.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { linkLifetimes } from '../lifetimes.rules.ts'
import { linkInMail } from './links.queries.ts'
import { findLogin } from './tokens.ts'

export const RECOVERY_MAIL = 'recovery-mail'

/** The login to recover, or null when the address was unknown. */
const Payload = z.object({ userId: Id.nullable() })

/** Mails a link for choosing a new password; its token is created here and never stored in plain text. */
export const recoveryMail =
  ({ database, mailer, appUrl }: { database: Database; mailer: Mailer; appUrl: string }) =>
  async (payload: unknown, job?: Job) => {
    const { userId } = Payload.parse(payload)
    if (userId === null) return
    const recipient = await database.as('auth', async (db) => {
      const login = await findLogin(db, userId)
      return login && { to: login.email, sender: await senderOf(db, userId) }
    })
    if (!recipient) return
    const { to, sender } = recipient
    const name = onOneLine(sender?.name ?? PRODUCT)
    await mailer.send(
      {
        orgId: sender?.id ?? null,
        to,
        subject: `Välj ett nytt lösenord – ${name}`,
        text: textFrom(name),
        link: linkInMail(database, { appUrl, userId, purpose: 'recovery' }),
      },
      job,
    )
  }

const PRODUCT = 'Stödpunkt'

const textFrom = (sender: string) => `${greeting(null)}

Någon, förmodligen du, har bett om ett nytt lösenord hos ${sender}.
Välj det här. Länken fungerar en gång och i ${linkLifetimes.recovery.label}:

${LINK}

Var det inte du? Då behöver du inte göra något. Ditt lösenord är kvar som det är.

${sender}
`

async function senderOf(db: Db, userId: string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from organizations where id in (
      select org_id from profiles where id = ${userId} union all select org_id from customer_users where user_id = ${userId})
    limit 1`.execute(db)
  return rows[0]
}
