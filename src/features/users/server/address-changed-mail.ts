import { z } from 'zod'
import type { Database, Db } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { Id } from '#shared/contract.ts'
import { greeting } from '#shared/greeting.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'

export const ADDRESS_CHANGED_MAIL = 'address-changed-mail'

/** An audit entry, and which of its two addresses to notify: each mail is retried separately. */
const Payload = z.object({ changeId: Id, to: z.enum(['before', 'after']) })
const Change = z.object({ before: z.string(), after: z.string() })

/** Notifies the old and the new address that a login's e-mail was changed. */
export const addressChangedMail =
  ({ database, mailer, appUrl }: { database: Database; mailer: Mailer; appUrl: string }) =>
  async (payload: unknown, job?: Job) => {
    const { changeId, to } = Payload.parse(payload)
    const change = await database.as('jobs', (db) => findChange(db, changeId))
    if (!change) return
    const { orgId, addresses } = change
    const organization = onOneLine(change.organization)
    await mailer.send(
      {
        orgId,
        to: addresses[to],
        subject: `Din e-postadress är ändrad – ${organization}`,
        text: `${greeting(change.fullName)}

En administratör har ändrat adressen som du loggar in med hos ${organization}.
Nu är den ${addresses.after}. Lösenordet är detsamma.

Du är utloggad överallt. Logga in igen här:
${appUrl}/auth

Väntade du dig inte det här? Hör av dig till en administratör.

${organization}
`,
      },
      job,
    )
  }

async function findChange(db: Db, id: string) {
  const row = await db
    .selectFrom('auditLog')
    .innerJoin('organizations', 'organizations.id', 'auditLog.orgId')
    .innerJoin('profiles', 'profiles.id', 'auditLog.subjectId')
    .select(['organizations.id as orgId', 'organizations.name as organization', 'fullName', 'detail'])
    .where('auditLog.id', '=', id)
    .where('action', '=', 'email_changed')
    .executeTakeFirst()
  return row && { ...row, addresses: Change.parse(row.detail) }
}
