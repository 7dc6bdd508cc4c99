// Limits mail with text that a person wrote. Two automatic responders at a customer would otherwise answer each other through
// the ticket without end, when neither is marked as automatic (decision 072).
import { sql } from 'kysely'
import { z } from 'zod'
import { listAdministrators } from '#features/users/server/administrators.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { enqueue, type Job } from '#platform/jobs/job-catalogue.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { Id } from '#shared/contract.ts'
import { onOneLine } from '#shared/text.rules.ts'

/** How many such mails one address gets about one ticket in an hour, before they are paused. */
export const MAILS_PER_HOUR = 5

export const MAIL_PAUSED = 'ticket-mail-paused'

type OfTicket = { orgId: string; ticketId: string }
const Payload = z.object({ orgId: Id, ticketId: Id, userId: Id })

/**
 * Counts a mail to an address. `waitSeconds` is 0 when it may be sent, otherwise the time until the next one may be. When mails
 * about a ticket are paused the administrators get one mail.
 */
export async function countMail(db: Db, { orgId, ticketId }: OfTicket, email: string) {
  const address = email.toLowerCase()
  const isOver = sql`(counted.since <= now() - interval '1 hour')`
  const { rows } = await sql<{ mails: number; secondsLeft: number }>`
    insert into ticket_mail_counts as counted (org_id, ticket_id, address) values (${orgId}, ${ticketId}, ${address})
    on conflict (org_id, ticket_id, address) do update set
      mails = case when ${isOver} then 1 else counted.mails + 1 end,
      since = case when ${isOver} then now() else counted.since end
    returning mails, ceil(extract(epoch from since + interval '1 hour' - now()))::int as seconds_left`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('The count returned no row')
  const { mails, secondsLeft } = counted
  if (mails <= MAILS_PER_HOUR) return { waitSeconds: 0 }
  const isFirst = mails === MAILS_PER_HOUR + 1
  if (isFirst && (await countPaused(db, { orgId, ticketId })) === 1) await notify(db, { orgId, ticketId })
  return { waitSeconds: Math.max(1, secondsLeft) }
}

async function countPaused(db: Db, { orgId, ticketId }: OfTicket) {
  const { paused } = await db
    .selectFrom('ticketMailCounts')
    .select((eb) => eb.fn.countAll<number>().as('paused'))
    .where((eb) => eb.and({ orgId, ticketId }))
    .where('mails', '>', MAILS_PER_HOUR)
    .where('since', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return paused
}

async function notify(db: Db, key: OfTicket) {
  for (const { userId } of await listAdministrators(db, key.orgId)) await enqueue(db, MAIL_PAUSED, { ...key, userId })
}

/** Mails an administrator that mails about a ticket are paused. */
export const mailPausedTask =
  ({ database, mailer, appUrl }: { database: Database; mailer: Mailer; appUrl: string }) =>
  async (payload: unknown, job?: Job) => {
    const { userId, ...key } = Payload.parse(payload)
    const mail = await database.as('jobs', async (db) => {
      const recipient = (await listAdministrators(db, key.orgId)).find((one) => one.userId === userId)
      const ticket = await db
        .selectFrom('tickets')
        .select(['id', 'ticketNumber', 'title'])
        .where((eb) => eb.and({ orgId: key.orgId, id: key.ticketId }))
        .executeTakeFirst()
      return recipient && ticket && pausedMail({ ...recipient, orgId: key.orgId, ticket }, appUrl)
    })
    if (mail) await mailer.send(mail, job)
  }

/** Deletes counts of past hours. */
export const forgetMailCounts = (db: Db) =>
  db.deleteFrom('ticketMailCounts').where('since', '<', sql<string>`now() - interval '1 day'`).execute()

type Paused = {
  orgId: string
  email: string
  name: string | null
  company: string
  ticket: { id: string; ticketNumber: number; title: string }
}

function pausedMail({ orgId, email, name, company, ticket }: Paused, appUrl: string): Mail {
  const { id, ticketNumber, title } = ticket
  return {
    orgId,
    to: email,
    subject: `Mejl om ärende #${ticketNumber} är pausade`,
    text: mailText(
      { to: name },
      `Samma mottagare har fått ${MAILS_PER_HOUR} mejl på en timme om ärende #${ticketNumber} ${onOneLine(title)}. Oftast är det två program som svarar varandra.`,
      'Resten av timmen skickas inga fler dit. Det som skrivs i ärendet mejlas efteråt; svar som kom med mejl mejlas inte vidare, men står i ärendet.',
      `Läs ärendet:\n${appUrl}/backoffice/tickets/${id}`,
      onOneLine(company),
    ),
  }
}
