// Mail to the administrators about a mailbox that cannot be read. A job for each of them, so that a refused mail is retried
// separately.
import { sql } from 'kysely'
import { z } from 'zod'
import { listAdministrators } from '#features/users/server/administrators.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { enqueue, type Job } from '#platform/jobs/job-catalogue.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { Id } from '#shared/contract.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'

export const MAILBOX_UNREAD = 'mailbox-unread'

type Key = { orgId: string; id: string }
const Payload = z.object({ orgId: Id, mailboxId: Id, userId: Id })

/** Enqueues the mails once for each outage, in the transaction that records it. */
export async function notifyOfUnread(db: Db, { orgId, id }: Key) {
  const first = await db
    .updateTable('mailboxes')
    .set({ unreadNotifiedAt: sql<string>`now()` })
    .where((eb) => eb.and({ orgId, id }))
    .where('unreadNotifiedAt', 'is', null)
    .where('unreadSince', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!first) return
  for (const { userId } of await listAdministrators(db, orgId))
    await enqueue(db, MAILBOX_UNREAD, { orgId, mailboxId: id, userId })
}

/** Mails one administrator, unless the mailbox is read again by then. */
export const mailboxUnreadTask =
  ({ database, mailer, appUrl }: { database: Database; mailer: Mailer; appUrl: string }) =>
  async (payload: unknown, job?: Job) => {
    const { orgId, mailboxId, userId } = Payload.parse(payload)
    const mail = await database.as('jobs', async (db) => {
      const recipient = (await listAdministrators(db, orgId)).find((one) => one.userId === userId)
      const mailbox = await db
        .selectFrom('mailboxes')
        .select(['address', 'failure', 'seenAt', 'unreadSince'])
        .where((eb) => eb.and({ orgId, id: mailboxId }))
        .where('unreadNotifiedAt', 'is not', null)
        .executeTakeFirst()
      return recipient && mailbox && unreadMail({ ...recipient, ...mailbox, orgId }, appUrl)
    })
    if (mail) await mailer.send(mail, job)
  }

type Unread = {
  orgId: string
  email: string
  name: string | null
  company: string
  address: string
  failure: string | null
  seenAt: string | null
  unreadSince: string | null
}

function unreadMail({ orgId, email, name, company, address, ...times }: Unread, appUrl: string): Mail {
  const { failure, seenAt, unreadSince } = times
  const since = unreadSince === null ? '' : ` sedan ${momentInStockholm(new Date(unreadSince))}`
  const last =
    seenAt === null ? 'Den har inte lästs ännu.' : `Den lästes senast ${momentInStockholm(new Date(seenAt))}.`
  return {
    orgId,
    to: email,
    subject: `Brevlådan ${address} läses inte`,
    text: mailText(
      { to: name },
      `Brevlådan ${address} har inte gått att läsa${since}. ${last} Mejl som kunderna skickar dit syns inte i Stödpunkt.`,
      failure ?? 'Vi vet inte varför.',
      'Stödpunkt försöker igen hela tiden. När brevlådan går att läsa kommer det som har legat där in av sig självt.',
      `Läs och ändra hur den läses:\n${appUrl}/backoffice/settings/brevlador`,
      onOneLine(company),
    ),
  }
}
