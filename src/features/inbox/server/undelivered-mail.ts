// The mail to staff about an undelivered mail. It has no thread, so that no further mail is sent when it bounces too.
import { z } from 'zod'
import { listTicketMailStaff } from '#features/tickets/server/ticket-recipients.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/job-catalogue.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { Id } from '#shared/contract.ts'
import { onOneLine } from '#shared/text.rules.ts'

const Payload = z.object({ orgId: Id, undeliveredId: Id, userId: Id, isAuthor: z.boolean() })
type Payload = z.output<typeof Payload>

type Parts = { database: Database; mailer: Mailer; appUrl: string }

export const undeliveredMail =
  ({ database, mailer, appUrl }: Parts) =>
  async (payload: unknown, job?: Job) => {
    const key = Payload.parse(payload)
    const mail = await database.as('jobs', (db) => composed(db, key, appUrl))
    if (mail) await mailer.send(mail, job)
  }

async function composed(db: Db, { orgId, undeliveredId, userId, isAuthor }: Payload, appUrl: string) {
  const recipient = (await listTicketMailStaff(db, orgId)).find(({ id }) => id === userId)
  const undelivered = await findUndelivered(db, orgId, undeliveredId)
  return recipient && undelivered && mailAbout(undelivered, { orgId, recipient, isAuthor }, appUrl)
}

const findUndelivered = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('undeliveredMail as undelivered')
    .innerJoin('organizations', 'organizations.id', 'undelivered.orgId')
    .leftJoin('tickets', (join) =>
      join.onRef('tickets.orgId', '=', 'undelivered.orgId').onRef('tickets.id', '=', 'undelivered.ticketId'),
    )
    .leftJoin('enquiries', (join) =>
      join.onRef('enquiries.orgId', '=', 'undelivered.orgId').onRef('enquiries.id', '=', 'undelivered.enquiryId'),
    )
    .select(['undelivered.address', 'undelivered.ticketId', 'undelivered.enquiryId', 'organizations.name as company'])
    .select(['tickets.ticketNumber', 'tickets.title', 'enquiries.name'])
    .where('undelivered.orgId', '=', orgId)
    .where('undelivered.id', '=', id)
    .executeTakeFirst()

type Undelivered = NonNullable<Awaited<ReturnType<typeof findUndelivered>>>
type To = { orgId: string; recipient: { email: string; name: string | null }; isAuthor: boolean }

function mailAbout(undelivered: Undelivered, { orgId, recipient, isAuthor }: To, appUrl: string): Mail {
  const { address, ticketId, enquiryId, ticketNumber, title, name, company } = undelivered
  const what = isAuthor ? 'Det du skrev' : 'Ett mejl'
  const number = ticketNumber === null ? '' : `[#${ticketNumber}] `
  return {
    orgId,
    to: recipient.email,
    subject: `${number}Kom inte fram till ${address}`,
    text: mailText(
      { to: recipient.name },
      ticketId === null
        ? `${what} till ${onOneLine(name ?? '')} kom inte fram: mejlservern skickade tillbaka mejlet till ${address}.`
        : `${what} i ärende #${ticketNumber} ${onOneLine(title ?? '')} kom inte fram: mejlservern skickade tillbaka mejlet till ${address}.`,
      'Kontrollera adressen, eller hör av dig på annat sätt.',
      ticketId === null
        ? `Läs förfrågan:\n${appUrl}/backoffice/inbox/${enquiryId}`
        : `Läs ärendet:\n${appUrl}/backoffice/tickets/${ticketId}`,
      onOneLine(company),
    ),
  }
}
