// Mail about a visit: each address gets the last change once, and whoever got the visit and is no longer a recipient gets a
// cancellation. What an address got is stored when the mail server has taken the mail.
import { z } from 'zod'
import type { Database, Db } from '#platform/database/database.ts'
import { enqueue, type Job } from '#platform/jobs/job-catalogue.ts'
import type { Mailer, MailOutcome } from '#platform/mail/mail.ts'
import { Id } from '#shared/contract.ts'
import { notify, notifyOfVisit } from './notifications.queries.ts'
import { listTicketMails, messageIdsUntil, ticketMailSubject } from './ticket-conversation.queries.ts'
import { findEvent } from './ticket-mail.queries.ts'
import { ticketMailTo } from './ticket-mail-template.ts'
import { listRecipients, type Recipient, recipientsOf } from './ticket-recipients.queries.ts'
import {
  decideRecipients,
  findMailedVisit,
  findVisitRecipient,
  lastChangeOf,
  type MailedVisit,
  noteCancelled,
  noteNotSent,
  noteSent,
  type VisitChange,
  type VisitRecipient,
} from './visit-mail.queries.ts'
import type { VisitNotification } from './visit-mail-template.ts'

export const VISIT_RECIPIENT_MAIL = 'visit-recipient-mail'

const Payload = z.object({ orgId: Id, changeId: Id, visitRecipientId: Id })
type Payload = z.output<typeof Payload>

/** Enqueues a mail for each address that has not got the visit as the change left it. */
export async function enqueueVisitMails(db: Db, { orgId, changeId }: VisitChange, recipients: Recipient[]) {
  const emails = recipients.map(({ email }) => email)
  for (const visitRecipientId of await decideRecipients(db, { orgId, changeId }, emails))
    await enqueue(db, VISIT_RECIPIENT_MAIL, { orgId, changeId, visitRecipientId })
}

/** The task that sends one mail, unless another change followed, and stores what the recipient got. */
export const visitRecipientMail =
  ({ database, mailer, appUrl }: { database: Database; mailer: Mailer; appUrl: string }) =>
  async (payload: unknown, job?: Job) => {
    const key = Payload.parse(payload)
    const composed = await database.as('jobs', (db) => compose(db, key, appUrl))
    if (!composed) return
    const { mail, ...sent } = composed
    const outcome = await mailer.send(mail, job)
    await database.as('jobs', (db) => noteOutcome(db, key, sent, outcome))
  }

async function compose(db: Db, { orgId, changeId, visitRecipientId }: Payload, appUrl: string) {
  const event = await findEvent(db, { orgId, about: 'visit', id: changeId })
  const visit = await findMailedVisit(db, { orgId, changeId })
  const recipient = await findVisitRecipient(db, orgId, visitRecipientId)
  if (!event || !visit || !recipient || isUpToDate(recipient, visit)) return undefined
  // The mail server was unavailable until the visit was over.
  if (recipient.isRecipient && Date.parse(visit.endsAt) < Date.now()) return undefined
  const person = recipientsOf(event, await listRecipients(db, event)).find(
    ({ email }) => email.toLowerCase() === recipient.address,
  )
  // The recipients have changed since the mail was enqueued.
  if (recipient.isRecipient !== (person !== undefined && !visit.isCancelled)) {
    await notify(db, orgId, { about: 'visit', id: changeId })
    return undefined
  }
  const mails = await listTicketMails(db, event)
  const conversation = {
    subject: await ticketMailSubject(db, event, mails),
    answers: messageIdsUntil(event.at, mails),
  }
  const to = { ...(person ?? formerRecipient(recipient)), id: recipient.id }
  const mail = ticketMailTo(to, { ...event, visit: notificationOf(visit, recipient) }, conversation, appUrl)
  return { mail, visit, recipient }
}

const isUpToDate = ({ isRecipient, mailed }: VisitRecipient, { version }: MailedVisit) =>
  isRecipient ? mailed?.version === version : mailed === null

/** Like a contact: without a link to the portal. */
const formerRecipient = ({ address }: VisitRecipient): Omit<Recipient, 'id'> => ({
  kind: 'contact',
  email: address,
  name: null,
  contactId: null,
})

/** A cancellation names the time that the recipient got: it may no longer be for the recipient to know the new one. */
function notificationOf(visit: MailedVisit, { isRecipient, mailed }: VisitRecipient): VisitNotification {
  if (isRecipient) return { ...visit, kind: mailed ? 'changed' : 'planned' }
  const { startsAt, endsAt } = mailed ?? visit
  return { ...visit, startsAt, endsAt, isCancelled: true, kind: visit.isCancelled ? 'cancelled' : 'withdrawn' }
}

type Sent = { visit: MailedVisit; recipient: VisitRecipient }

async function noteOutcome(
  db: Db,
  { orgId, changeId }: Payload,
  { visit, recipient }: Sent,
  outcome: MailOutcome | undefined,
) {
  if (outcome === 'kept' || outcome === 'dropped') {
    await noteNotSent(db, orgId, recipient)
    return
  }
  if (recipient.isRecipient) await noteSent(db, orgId, recipient, visit)
  else await noteCancelled(db, orgId, recipient)
  // While the mail was sent another change followed, whose recipients were decided without knowing of it.
  const last = await lastChangeOf(db, orgId, visit.id)
  if (last && last !== changeId) await notifyOfVisit(db, { orgId, id: last })
}
