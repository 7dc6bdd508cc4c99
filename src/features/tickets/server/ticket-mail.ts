// Mail about a ticket in two steps: one job finds the recipients and enqueues a job for each. A mail that fails is retried
// alone, so that no recipient gets a mail twice because another address was refused.
import { z } from 'zod'
import { MAIL_WAITS_MINUTES } from '#features/files/files.contract.ts'
import { attachmentOf } from '#features/files/server/mailed-files.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { enqueue, enqueueLater, type Job } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { isFirstRun } from '#platform/mail/mail-attempts.ts'
import { Id } from '#shared/contract.ts'
import { mailEvents, TICKET_MAIL } from './notifications.queries.ts'
import { listTicketMails, messageIdsUntil, ticketMailSubject } from './ticket-conversation.queries.ts'
import { cameByMail, findEvent, type TicketEvent } from './ticket-mail.queries.ts'
import { countMail } from './ticket-mail-limit.ts'
import { carriesFiles, hasPersonalText, ticketMailTo } from './ticket-mail-template.ts'
import { listRecipients, type Recipient, recipientsOf } from './ticket-recipients.queries.ts'
import { enqueueVisitMails } from './visit-mail.ts'

export const TICKET_RECIPIENT_MAIL = 'ticket-recipient-mail'

const EventPayload = z.object({ orgId: Id, about: z.enum(mailEvents), id: Id })
const RecipientPayload = EventPayload.extend({
  to: z.union([z.object({ userId: Id }), z.object({ contactId: Id }), z.object({ customerId: Id })]),
})

/** How long a mail waits before it looks again whether its files are checked. */
export const LOOK_AGAIN_SECONDS = 20

/** Whether its files are still being checked for viruses and the wait is not too long yet. */
export const waitsForFiles = ({ files, at }: Pick<TicketEvent, 'files' | 'at'>, now: Date) =>
  files.some(({ state }) => state === 'checking') && now.getTime() - Date.parse(at) < MAIL_WAITS_MINUTES * 60_000

/** The task that finds the recipients of an event and, once its files are checked, enqueues a mail for each. */
export const ticketMail =
  ({ database, now = () => new Date() }: { database: Database; now?: () => Date }) =>
  (payload: unknown, job?: Job) =>
    database.as('jobs', async (db) => {
      const key = EventPayload.parse(payload)
      if (!(await isFirstRun(db, job))) return
      const event = await findEvent(db, key)
      if (!event) return
      if (waitsForFiles(event, now())) return enqueueLater(db, TICKET_MAIL, key, LOOK_AGAIN_SECONDS)
      const recipients = recipientsOf(event, await listRecipients(db, event))
      if (key.about === 'visit') return enqueueVisitMails(db, { orgId: key.orgId, changeId: key.id }, recipients)
      for (const recipient of recipients) await mailTo(db, event, recipient, key)
    })

/**
 * While mails to a customer's address are paused, mail about text written here waits. Text that arrived by mail is not forwarded:
 * otherwise two automatic responders would continue after the pause.
 */
async function mailTo(db: Db, event: TicketEvent, { kind, id, email }: Recipient, key: z.output<typeof EventPayload>) {
  const payload = { ...key, to: addressOf(kind, id) }
  const { waitSeconds } =
    kind !== 'staff' && hasPersonalText(event.about) ? await countMail(db, event, email) : { waitSeconds: 0 }
  if (waitSeconds === 0) await enqueue(db, TICKET_RECIPIENT_MAIL, payload)
  else if (!(await cameByMail(db, key))) await enqueueLater(db, TICKET_RECIPIENT_MAIL, payload, waitSeconds)
}

function addressOf(kind: Recipient['kind'], id: string) {
  if (kind === 'customer') return { customerId: id }
  return kind === 'contact' ? { contactId: id } : { userId: id }
}

/** The task that sends one mail, unless the event or the recipient no longer qualifies. */
export const ticketRecipientMail =
  ({ database, mailer, appUrl }: { database: Database; mailer: Mailer; appUrl: string }) =>
  async (payload: unknown, job?: Job) => {
    const { to, ...key } = RecipientPayload.parse(payload)
    const [id] = Object.values(to)
    const mail = await database.as('jobs', async (db) => {
      const event = await findEvent(db, key)
      const recipient = event && (await listRecipients(db, event)).find((candidate) => candidate.id === id)
      if (!recipient || recipient.hasDeclined) return undefined
      const attached = carriesFiles(recipient, event) ? event.files.filter(({ state }) => state === 'ready') : []
      const attachments = attached.map((file) => attachmentOf(database, key.orgId, file))
      const mails = await listTicketMails(db, event)
      const subject = await ticketMailSubject(db, event, mails)
      const answers = messageIdsUntil(event.at, mails)
      return { ...ticketMailTo(recipient, event, { subject, answers }, appUrl), attachments }
    })
    if (mail) await mailer.send(mail, job)
  }
