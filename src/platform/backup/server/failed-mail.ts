// Mail to the administrators about a night without a backup. One job lists the recipients and enqueues a job for each, so
// that a refused mail is retried separately.
import { z } from 'zod'
import type { Database, Db } from '#platform/database/database.ts'
import { operatorCommand } from '#platform/database/operator-command.ts'
import { enqueue, type Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { isFirstRun } from '#platform/mail/mail-attempts.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { Id } from '#shared/contract.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { adminRoles } from '#shared/roles.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { findLastBackup, type LastBackup } from './last-backup.ts'

const FAILED_MAIL = 'backup-failed-mail'
const FAILED_RECIPIENT_MAIL = 'backup-failed-recipient-mail'

const Payload = z.object({ night: z.iso.date() })
const RecipientPayload = Payload.extend({ userId: Id })

type Parts = { database: Database; mailer: Mailer; appUrl: string }

/** Enqueues, once a night, the mail that the night has no backup; `reason` is null when unknown. Call it in a transaction. */
export async function notifyOfFailedNight(
  db: Db,
  { night, now, reason }: { night: string; now: Date; reason: string | null },
) {
  const first = await db
    .updateTable('backupNights')
    .set({ notifiedAt: now.toISOString(), reason })
    .where('night', '=', night)
    .where('notifiedAt', 'is', null)
    .returning('night')
    .executeTakeFirst()
  if (first) await enqueue(db, FAILED_MAIL, { night })
}

export const failedMailTasks = ({ database, mailer, appUrl }: Parts): Tasks => ({
  [FAILED_MAIL]: (payload, job) =>
    database.as('jobs', async (db) => {
      const { night } = Payload.parse(payload)
      if (!(await isFirstRun(db, job))) return
      for (const { userId } of await listAdministrators(db)) await enqueue(db, FAILED_RECIPIENT_MAIL, { night, userId })
    }),
  [FAILED_RECIPIENT_MAIL]: async (payload, job) => {
    const { night, userId } = RecipientPayload.parse(payload)
    const recipient = (await database.as('jobs', listAdministrators)).find(
      (administrator) => administrator.userId === userId,
    )
    const facts = await database.as('backup', (db) => findFacts(db, night))
    if (recipient && facts) await mailer.send(failedMailTo(recipient, { night, ...facts }, appUrl), job)
  },
})

type Recipient = { userId: string; email: string; name: string | null; orgId: string; company: string }

/** The administrators of every organization: the backup is of the whole installation. */
const listAdministrators = (db: Db): Promise<Recipient[]> =>
  db
    .selectFrom('userRoles')
    .innerJoin('auth.users as user', 'user.id', 'userRoles.userId')
    .leftJoin('profiles', 'profiles.id', 'user.id')
    .innerJoin('organizations', 'organizations.id', 'userRoles.orgId')
    .select([
      'user.id as userId',
      'user.email',
      'profiles.fullName as name',
      'organizations.id as orgId',
      'organizations.name as company',
    ])
    .where('userRoles.role', 'in', adminRoles)
    .where('user.disabledAt', 'is', null)
    .execute()

async function findFacts(db: Db, night: string) {
  const backupNight = await db.selectFrom('backupNights').select('reason').where('night', '=', night).executeTakeFirst()
  return backupNight && { reason: backupNight.reason, last: (await findLastBackup(db)).last }
}

type Facts = { night: string; reason: string | null; last: LastBackup | null }

function failedMailTo(
  { userId, email, name, orgId, company }: Recipient,
  { night, reason, last }: Facts,
  appUrl: string,
): Mail {
  return {
    orgId,
    to: email,
    subject: `Nattens säkerhetskopia blev inte gjord – ${onOneLine(company)}`,
    text: mailText(
      { to: name },
      `Säkerhetskopian natten till ${night} blev inte gjord. ${reason ?? 'Den påbörjades men blev aldrig klar.'}`,
      last
        ? `Den senaste som är klar är från ${momentInStockholm(last.finishedAt)}.`
        : 'Det finns ingen säkerhetskopia som är klar.',
      adviceFor(reason),
      `Stödpunkt försöker igen varje timme. Den som sköter servern kan också köra ${operatorCommand('backup')}, och ${operatorCommand('doctor')} för att se vad som är fel. Hur det går står under Inställningar:\n${appUrl}/backoffice/settings/sakerhetskopia`,
      onOneLine(company),
    ),
    messageId: `<backup-${night}-${userId}@${new URL(appUrl).hostname}>`,
  }
}

/** The advice for a reason from `failureReason`. */
function adviceFor(reason: string | null): string {
  if (reason?.startsWith('Disken'))
    return 'Gör så här: frigör plats på disken där databasen och säkerhetskopiorna ligger.'
  if (reason?.startsWith('Mappen'))
    return 'Gör så här: se till att mappen för säkerhetskopior finns, att dess disk är monterad och att Stödpunkt får skriva i den.'
  return 'Gör så här: låt den som sköter servern läsa i programmets logg vad som hände i natt.'
}
