import { sql } from 'kysely'
import { z } from 'zod'
import { ownPasswordText, signInText } from '#features/auth/invitation-texts.rules.ts'
import { linkLifetimes } from '#features/auth/lifetimes.rules.ts'
import { linkInMail } from '#features/auth/server/links.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/job-catalogue.ts'
import { LINK, type Mailer } from '#platform/mail/mail.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { Id } from '#shared/contract.ts'
import { onOneLine } from '#shared/text.rules.ts'

export const STAFF_INVITATION_MAIL = 'staff-invitation-mail'

/** `isAgain`: a new link for somebody who was invited before. `by`: who chose the password and passes it on. */
const Payload = z.object({ userId: Id, isAgain: z.boolean(), by: Id.optional() })

/** Mails a member of staff the sign-in address and a one-time link for choosing a password; never a password. */
export const staffInvitationMail =
  ({ database, mailer, appUrl }: { database: Database; mailer: Mailer; appUrl: string }) =>
  async (payload: unknown, job?: Job) => {
    const { userId, isAgain, by } = Payload.parse(payload)
    const found = await database.as('auth', (db) => findStaff(db, userId, by))
    if (!found) return
    const { orgId, email } = found
    const organization = onOneLine(found.organization)
    const invited = { ...found, organization, signIn: `${appUrl}/auth` }
    await mailer.send(
      {
        orgId,
        to: email,
        subject: `${isAgain ? 'Ny länk' : 'Din inloggning'} till ${organization}`,
        text: mailText(
          { to: found.fullName },
          ...(isAgain ? newLink(invited) : invitation(invited)),
          'Väntade du dig inte det här mejlet? Hör av dig till den som sköter inloggningarna.',
          organization,
        ),
        link: linkInMail(database, { appUrl, userId, purpose: 'invitation' }),
      },
      job,
    )
  }

type Invited = {
  orgId: string
  email: string
  fullName: string
  organization: string
  /** Who passes the password on. */
  invitedBy: string | null
}
type InvitationMail = Invited & { signIn: string }

const invitation = ({ email, organization, invitedBy, signIn }: InvitationMail) => [
  `Du har fått en inloggning hos ${organization}.`,
  signInText({ email, invitedBy, signIn }),
  ownPasswordText,
  LINK,
]

const newLink = ({ email, organization, signIn }: InvitationMail) => [
  `Här är en ny länk till ${organization}.`,
  `Välj ditt lösenord här. Länken fungerar en gång och i ${linkLifetimes.invitation.label}, och den förra gäller inte längre:`,
  LINK,
  `Sedan loggar du in med ${email} här:\n${signIn}`,
]

/** Undefined when the login was deactivated before the job ran. */
async function findStaff(db: Db, userId: string, by: string | undefined): Promise<Invited | undefined> {
  const { rows } = await sql<Invited>`
    select p.org_id, u.email, p.full_name, o.name as organization, inviter.full_name as invited_by
    from profiles p
    join auth.users u on u.id = p.id and u.disabled_at is null
    join organizations o on o.id = p.org_id
    left join profiles inviter on inviter.org_id = p.org_id and inviter.id = ${by ?? null}
    where p.id = ${userId}`.execute(db)
  return rows[0]
}
