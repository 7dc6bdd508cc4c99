// Jobs that send the mails about a submitted form. One job lists the recipients and enqueues a job for each, so that a failed
// delivery is retried alone.
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { enqueue, type Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { isFirstRun } from '#platform/mail/mail-attempts.ts'
import { Id } from '#shared/contract.ts'
import { deleteOldCounters } from './forms-counters.queries.ts'
import { ENQUIRY_MAIL, findEnquiryToMail, findReceipt, listCompanyRecipients } from './forms-mail.queries.ts'
import { enquiryMailToCompany, receiptFor } from './forms-mail-templates.ts'

export const ENQUIRY_RECEIPT = 'enquiry-receipt'
const ENQUIRY_RECIPIENT_MAIL = 'enquiry-recipient-mail'
const FORMS_CLEANUP = 'forms-cleanup'

const Payload = z.object({ orgId: Id, enquiryId: Id })
const RecipientPayload = Payload.extend({ userId: Id.nullable() })

type Parts = { database: Database; mailer: Mailer; appUrl: string; now?: () => Date }

/** The background jobs of the public forms. */
export const formTasks = ({ database, mailer, appUrl, now = () => new Date() }: Parts): Tasks => ({
  [ENQUIRY_MAIL]: (payload, job) =>
    database.as('jobs', async (db) => {
      const key = Payload.parse(payload)
      if (!(await isFirstRun(db, job))) return
      for (const { userId } of await listCompanyRecipients(db, key.orgId))
        await enqueue(db, ENQUIRY_RECIPIENT_MAIL, { ...key, userId })
    }),
  [ENQUIRY_RECIPIENT_MAIL]: async (payload, job) => {
    const { orgId, enquiryId, userId } = RecipientPayload.parse(payload)
    const mail = await database.as('jobs', async (db) => {
      const enquiry = await findEnquiryToMail(db, orgId, enquiryId)
      const recipient = (await listCompanyRecipients(db, orgId)).find((one) => one.userId === userId)
      return enquiry && recipient && enquiryMailToCompany(enquiry, recipient.email, appUrl)
    })
    if (mail) await mailer.send(mail, job)
  },
  [ENQUIRY_RECEIPT]: async (payload, job) => {
    const { orgId, enquiryId } = Payload.parse(payload)
    const receipt = await database.as('jobs', (db) => findReceipt(db, orgId, enquiryId, now()))
    if (receipt) await mailer.send(receiptFor(receipt), job)
  },
  [FORMS_CLEANUP]: async () => void (await database.as('site', (db) => deleteOldCounters(db, now()))),
})

/** Hourly, since the site promises that the counters are deleted after a day. */
export const formSchedule = [{ task: FORMS_CLEANUP, match: '37 * * * *' }]
