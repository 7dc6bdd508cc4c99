// Mail to a colleague to whom an enquiry has been given.
import { z } from 'zod'
import { listTicketMailStaff } from '#features/tickets/server/ticket-recipients.queries.ts'
import { listMailChoices } from '#features/users/server/mail-choices.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { enqueue, type Job } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { Id } from '#shared/contract.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { headingOf } from './forms-mail-templates.ts'

export const ENQUIRY_GIVEN_MAIL = 'enquiry-given-mail'

const Payload = z.object({ orgId: Id, enquiryId: Id, to: Id, by: Id })
type Given = z.output<typeof Payload>

/** Enqueues the mail; nobody gets mail about their own actions. */
export async function notifyOfGivenEnquiry(db: Db, given: Omit<Given, 'to'> & { to: string | null }) {
  if (given.to !== null && given.to !== given.by) await enqueue(db, ENQUIRY_GIVEN_MAIL, given)
}

type Parts = { database: Database; mailer: Mailer; appUrl: string }

/** The task that sends it, unless the person has lost the enquiry since, is inactive or has chosen no such mail. */
export const givenMail =
  ({ database, mailer, appUrl }: Parts) =>
  async (payload: unknown, job?: Job) => {
    const given = Payload.parse(payload)
    const { orgId, enquiryId, to } = given
    const found = await database.as('jobs', async (db) => {
      const [enquiry, staff, wantsMail] = await Promise.all([
        findGiven(db, given),
        listTicketMailStaff(db, orgId),
        listMailChoices(db, orgId),
      ])
      const recipient = staff.find(({ id }) => id === to)
      return enquiry && recipient && wantsMail(to, 'given') ? { enquiry, recipient } : undefined
    })
    if (!found) return
    const { enquiry, recipient } = found
    const text = mailText(
      { to: recipient.name },
      `${onOneLine(enquiry.giver)} har gett dig en förfrågan:`,
      headingOf(enquiry),
      `Läs och svara:\n${appUrl}/backoffice/inbox/${enquiryId}`,
      onOneLine(enquiry.company),
    )
    await mailer.send({ orgId, to: recipient.email, subject: headingOf(enquiry), text }, job)
  }

/** Undefined for one that is suspect, which the policies hide from the role `jobs`. */
const findGiven = (db: Db, { orgId, enquiryId, to, by }: Given) =>
  db
    .selectFrom('enquiries')
    .innerJoin('organizations', 'organizations.id', 'enquiries.orgId')
    .innerJoin('profiles as giver', (join) => join.onRef('giver.orgId', '=', 'enquiries.orgId').on('giver.id', '=', by))
    .select([
      'enquiries.kind',
      'enquiries.name',
      'isUrgent',
      'organizations.name as company',
      'giver.fullName as giver',
    ])
    .where('enquiries.orgId', '=', orgId)
    .where('enquiries.id', '=', enquiryId)
    .where('enquiries.assignedTo', '=', to)
    .executeTakeFirst()
