import { sql } from 'kysely'
import { z } from 'zod'
import { ownPasswordText, signInText } from '#features/auth/invitation-texts.rules.ts'
import { linkLifetimes } from '#features/auth/lifetimes.rules.ts'
import { linkInMail } from '#features/auth/server/links.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/job-catalogue.ts'
import { LINK, type Mailer } from '#platform/mail/mail.ts'
import { Id } from '#shared/contract.ts'
import { greeting } from '#shared/greeting.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'

export const INVITATION_MAIL = 'invitation-mail'

/** `isAgain`: a new link for a login that was invited before. `by`: who chose the password and passes it on. */
const Payload = z.object({ userId: Id, isAgain: z.boolean(), by: Id.optional() })

/** Mails a new portal login the sign-in address and a one-time link to choose a password; never a password. */
export const invitationMail =
  ({ database, mailer, appUrl }: { database: Database; mailer: Mailer; appUrl: string }) =>
  async (payload: unknown, job?: Job) => {
    const { userId, isAgain, by } = Payload.parse(payload)
    const found = await database.as('auth', (db) => findInvited(db, userId, by))
    if (!found) return
    const { orgId, email, invitedBy } = found
    const organization = onOneLine(found.organization)
    const invited = { orgId, email, organization, invitedBy, fullName: found.fullName && onOneLine(found.fullName) }
    await mailer.send(
      {
        orgId,
        to: email,
        subject: `${isAgain ? 'Ny länk' : 'Din inloggning'} till supportportalen – ${organization}`,
        text: textOf({ ...invited, isAgain, signIn: `${appUrl}/customer-login` }),
        link: linkInMail(database, { appUrl, userId, purpose: 'invitation' }),
      },
      job,
    )
  }

type Invited = {
  orgId: string
  email: string
  fullName: string | null
  organization: string
  /** Who passes the password on. */
  invitedBy: string | null
}

/** Undefined when the login was revoked or the customer archived before the job ran. */
async function findInvited(db: Db, userId: string, by: string | undefined): Promise<Invited | undefined> {
  const { rows } = await sql<Invited>`
    select l.org_id, u.email, l.full_name, o.name as organization, inviter.full_name as invited_by
    from customer_users l
    join auth.users u on u.id = l.user_id and u.disabled_at is null
    join customers c on c.org_id = l.org_id and c.id = l.customer_id and c.archived_at is null
    join organizations o on o.id = l.org_id
    left join profiles inviter on inviter.org_id = l.org_id and inviter.id = ${by ?? null}
    where l.user_id = ${userId}`.execute(db)
  return rows[0]
}

type MailContent = Invited & { isAgain: boolean; signIn: string }

const textOf = (mail: MailContent) => `${greeting(mail.fullName)}

${mail.isAgain ? newLink(mail) : invitation(mail)}

Har du frågor, eller väntade du dig inte det här mejlet? Hör av dig till oss.

${mail.organization}
`

const invitation = (mail: MailContent) => `${mail.organization} har bjudit in dig till sin supportportal.
Där skapar du ärenden och följer vad som händer med dem.

${signInText(mail)}

${ownPasswordText}

${LINK}`

const newLink = ({
  organization,
  email,
  signIn,
}: MailContent) => `Här är en ny länk till supportportalen hos ${organization}.

Välj ditt lösenord här. Länken fungerar en gång och i ${linkLifetimes.invitation.label}, och den förra gäller inte längre:

${LINK}

Sedan loggar du in med ${email} här:
${signIn}`
