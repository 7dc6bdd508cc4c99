// Mail to the administrators of an organization whose files are close to its quota.
import { sql } from 'kysely'
import { z } from 'zod'
import { listAdministrators } from '#features/users/server/administrators.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { enqueue, type Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { formatBytes } from '#shared/bytes.rules.ts'
import { Id } from '#shared/contract.ts'
import { onOneLine } from '#shared/text.rules.ts'

export const QUOTA_CHECK = 'file-quota-check'
const QUOTA_MAIL = 'file-quota-mail'
const Payload = z.object({ orgId: Id, userId: Id, notifiedAt: z.string() })

type Parts = { database: Database; mailer: Mailer; appUrl: string }

/** One mail to each administrator each time the usage reaches the limit. */
export const quotaTasks = ({ database, mailer, appUrl }: Parts): Tasks => ({
  [QUOTA_CHECK]: () => database.as('jobs', checkQuotas),
  [QUOTA_MAIL]: async (payload, job) => {
    const { orgId, userId, notifiedAt } = Payload.parse(payload)
    const facts = await database.as('jobs', async (db) => {
      const recipient = (await listAdministrators(db, orgId)).find((one) => one.userId === userId)
      const usage = await db
        .selectFrom('fileUsage')
        .select(['bytes', sql<number>`file_quota_in_force(quota)`.as('quota')])
        .where('orgId', '=', orgId)
        .executeTakeFirst()
      return recipient && usage && { ...recipient, ...usage, orgId, notifiedAt }
    })
    if (facts) await mailer.send(quotaMail(facts, appUrl), job)
  },
})

/** Hourly. */
export const quotaSchedule = [{ task: QUOTA_CHECK, match: '43 * * * *' }]

const isNearlyFull = sql<boolean>`bytes * 100 >= file_quota_in_force(quota) * file_quota_notified_percent()`

async function checkQuotas(db: Db) {
  await db
    .updateTable('fileUsage')
    .set({ notifiedAt: null })
    .where('notifiedAt', 'is not', null)
    .where(sql<boolean>`not ${isNearlyFull}`)
    .execute()
  const notified = await db
    .updateTable('fileUsage')
    .set({ notifiedAt: sql<string>`now()` })
    .where('notifiedAt', 'is', null)
    .where(isNearlyFull)
    .returning(['orgId', 'notifiedAt'])
    .execute()
  for (const { orgId, notifiedAt } of notified) {
    for (const { userId } of await listAdministrators(db, orgId))
      await enqueue(db, QUOTA_MAIL, { orgId, userId, notifiedAt })
  }
}

type Facts = {
  orgId: string
  userId: string
  email: string
  name: string | null
  company: string
  bytes: number
  quota: number
  notifiedAt: string
}

function quotaMail({ orgId, userId, email, name, company, bytes, quota, notifiedAt }: Facts, appUrl: string): Mail {
  return {
    orgId,
    to: email,
    subject: `Utrymmet för filer är snart slut – ${onOneLine(company)}`,
    text: mailText(
      { to: name },
      `Filerna tar nu ${formatBytes(bytes)} av ${formatBytes(quota)}. När utrymmet är slut går det inte att skicka fler filer. Ärenden och svar går fram som vanligt, utan filer.`,
      `Ta bort dokument som inte behövs, eller ge filerna mer utrymme under Inställningar, där det också står hur mycket som används:\n${appUrl}/backoffice/settings/sakerhetskopia`,
      onOneLine(company),
    ),
    messageId: `<file-quota-${Date.parse(notifiedAt)}-${userId}@${new URL(appUrl).hostname}>`,
  }
}
