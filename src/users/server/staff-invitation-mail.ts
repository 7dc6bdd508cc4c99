import { sql } from 'kysely'
import { z } from 'zod'
import { linkLifetimes } from '#auth/lifetimes.rules.ts'
import { linkInMail } from '#auth/server/links.queries.ts'
import type { Database, Db } from '#db/database.ts'
import { Id } from '#lib/contract.ts'
import type { Job } from '#lib/server/jobs.ts'
import { LINK, type Mailer } from '#lib/server/mail.ts'
import { letter } from '#lib/server/mail-template.ts'
import { onOneLine } from '#lib/text.rules.ts'

export const STAFF_INVITATION_MAIL = 'staff-invitation-mail'

/** `isAgain`: a new link for somebody who was invited before. */
const Payload = z.object({ userId: Id, isAgain: z.boolean() })

/** Mails a member of the staff a one-time link to choose a password, and where to sign in; never a password. */
export const staffInvitationMail =
  ({ database, mailer, appUrl }: { database: Database; mailer: Mailer; appUrl: string }) =>
  async (payload: unknown, job?: Job) => {
    const { userId, isAgain } = Payload.parse(payload)
    const found = await database.as('auth', (db) => findStaff(db, userId))
    if (!found) return
    const { orgId, email } = found
    const organization = onOneLine(found.organization)
    const expiry = `Länken fungerar en gång och i ${linkLifetimes.invitation.inWords}`
    await mailer.send(
      {
        orgId,
        to: email,
        subject: `${isAgain ? 'Ny länk' : 'Din inloggning'} till ${organization}`,
        text: letter(
          { to: found.fullName },
          isAgain ? `Här är en ny länk till ${organization}.` : `Du har fått en inloggning hos ${organization}.`,
          `Välj ditt lösenord här. ${expiry}${isAgain ? ', och den förra gäller inte längre' : ''}:`,
          LINK,
          `Sedan loggar du in med ${email} här:\n${appUrl}/auth`,
          'Väntade du dig inte det här mejlet? Hör av dig till den som sköter inloggningarna.',
          organization,
        ),
        link: linkInMail(database, { appUrl, userId, purpose: 'invitation' }),
      },
      job,
    )
  }

type Invited = { orgId: string; email: string; fullName: string; organization: string }

/** Undefined when the login was deactivated before the job ran. */
async function findStaff(db: Db, userId: string): Promise<Invited | undefined> {
  const { rows } = await sql<Invited>`
    select p.org_id, u.email, p.full_name, o.name as organization
    from profiles p
    join auth.users u on u.id = p.id and u.disabled_at is null
    join organizations o on o.id = p.org_id
    where p.id = ${userId}`.execute(db)
  return rows[0]
}
