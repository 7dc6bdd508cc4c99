import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Db } from '#db/database.ts'
import type { Mailer } from '#lib/server/mail.ts'
import { makeOneTimeLink } from './links.queries.ts'
import { findLogin } from './tokens.ts'

export const RECOVERY_MAIL = 'recovery-mail'

/** The login that asked, or null when the address was nobody's. */
const Payload = z.object({ userId: z.uuid().nullable() })

/** Sends a link to choose a new password; its token is made now and exists nowhere but in the mail (rule 35). */
export const recoveryMail =
  ({ database, mailer, appUrl }: { database: Database; mailer: Mailer; appUrl: string }) =>
  async (payload: unknown) => {
    const { userId } = Payload.parse(payload)
    if (userId === null) return
    const letter = await database.as('auth', async (db) => {
      const login = await findLogin(db, userId)
      if (!login) return undefined
      const link = await makeOneTimeLink(db, { appUrl, userId, purpose: 'recovery' })
      return { to: login.email, link, sender: await senderOf(db, userId) }
    })
    if (!letter) return
    const { to, link, sender } = letter
    await mailer.send({ to, subject: `Välj ett nytt lösenord – ${sender}`, text: textOf(link, sender) })
  }

const textOf = (link: string, sender: string) => `Hej!

Någon, förmodligen du, har bett om ett nytt lösenord hos ${sender}.
Välj det här. Länken fungerar en gång och i en timme:

${link}

Var det inte du? Då behöver du inte göra något. Ditt lösenord är kvar som det är.

${sender}
`

async function senderOf(db: Db, userId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from organizations where id in (
      select org_id from profiles where id = ${userId} union all select org_id from customer_users where user_id = ${userId})
    limit 1`.execute(db)
  return rows[0]?.name ?? 'Stödpunkt'
}
