// Mail to staff about an enquiry whose answer is due soon or late.
import { z } from 'zod'
import { staffSubject } from '#features/tickets/reminder-subject.rules.ts'
import { listTicketMailStaff } from '#features/tickets/server/ticket-recipients.queries.ts'
import { listMailChoices } from '#features/users/server/mail-choices.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { enqueue, type Job } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { Id } from '#shared/contract.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { headingOf } from './forms-mail-templates.ts'

export const ENQUIRY_DUE_MAIL = 'enquiry-due-mail'

const Payload = z.object({ orgId: Id, id: Id, about: z.enum(['soon', 'late']), to: Id })
type DueMail = z.output<typeof Payload>

/** Enqueues the mail to the assignee, or to all staff without an active one; `id` is that of the wait in `answer_reminders`. */
export async function notifyOfDueEnquiry(db: Db, due: Omit<DueMail, 'to'>, assignee: string | null) {
  const staff = await listTicketMailStaff(db, due.orgId)
  const assigned = staff.filter(({ id }) => id === assignee)
  for (const { id: to } of assigned.length > 0 ? assigned : staff) await enqueue(db, ENQUIRY_DUE_MAIL, { ...due, to })
}

const sentences = {
  soon: 'En förfrågan ska besvaras senast',
  late: 'En förfrågan skulle ha besvarats senast',
} as const

type Parts = { database: Database; mailer: Mailer; appUrl: string }

/** The task that sends it, unless the wait has ended, or the person is inactive or has chosen no such mail. */
export const dueMail =
  ({ database, mailer, appUrl }: Parts) =>
  async (payload: unknown, job?: Job) => {
    const due = Payload.parse(payload)
    const { orgId, about, to } = due
    const found = await database.as('jobs', async (db) => {
      const [enquiry, staff, wantsMail] = await Promise.all([
        findDue(db, due),
        listTicketMailStaff(db, orgId),
        listMailChoices(db, orgId),
      ])
      const recipient = staff.find(({ id }) => id === to)
      return enquiry && recipient && wantsMail(to, about) ? { enquiry, recipient } : undefined
    })
    if (!found) return
    const { enquiry, recipient } = found
    const text = mailText(
      { to: recipient.name },
      `${sentences[about]} ${momentInStockholm(enquiry.dueAt)}:`,
      headingOf(enquiry),
      `Läs och svara:\n${appUrl}/backoffice/inbox/${enquiry.id}`,
      onOneLine(enquiry.company),
    )
    await mailer.send({ orgId, to: recipient.email, subject: staffSubject(about, headingOf(enquiry)), text }, job)
  }

const findDue = (db: Db, { orgId, id }: DueMail) =>
  db
    .selectFrom('answerReminders as reminder')
    .innerJoin('enquiries', (join) =>
      join.onRef('enquiries.orgId', '=', 'reminder.orgId').onRef('enquiries.id', '=', 'reminder.enquiryId'),
    )
    .innerJoin('organizations', 'organizations.id', 'enquiries.orgId')
    .select(['enquiries.id', 'enquiries.kind', 'enquiries.name', 'isUrgent', 'organizations.name as company'])
    .select('reminder.dueAt')
    .where('reminder.orgId', '=', orgId)
    .where('reminder.id', '=', id)
    .where('reminder.dueAt', 'is not', null)
    .$narrowType<{ dueAt: string }>()
    .executeTakeFirst()
