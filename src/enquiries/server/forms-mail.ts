// Mail about a sent form. One job finds who is told, and each of them gets a job of their own: a mail that is refused is
// tried again alone.
import { z } from 'zod'
import type { Database } from '#db/database.ts'
import { Id } from '#lib/contract.ts'
import { enqueue, type Tasks } from '#lib/server/jobs.ts'
import type { Mailer } from '#lib/server/mail.ts'
import { forgetCounters } from './forms-counters.queries.ts'
import { findEnquiryToMail, listCompanyReaders } from './forms-mail.queries.ts'
import { enquiryMailToCompany, receiptFor } from './forms-mail-templates.ts'

export const ENQUIRY_MAIL = 'enquiry-mail'
export const ENQUIRY_RECEIPT = 'enquiry-receipt'
const ENQUIRY_LETTER = 'enquiry-letter'
const FORMS_CLEANUP = 'forms-cleanup'

const Payload = z.object({ orgId: Id, enquiryId: Id })
const LetterPayload = Payload.extend({ userId: Id.nullable() })

type Parts = { database: Database; mailer: Mailer; appUrl: string; now?: () => Date }

/** What the public forms leave to the job queue. */
export const formTasks = ({ database, mailer, appUrl, now = () => new Date() }: Parts): Tasks => ({
  [ENQUIRY_MAIL]: (payload) =>
    database.as('jobs', async (db) => {
      const key = Payload.parse(payload)
      for (const { userId } of await listCompanyReaders(db, key.orgId))
        await enqueue(db, ENQUIRY_LETTER, { ...key, userId })
    }),
  [ENQUIRY_LETTER]: async (payload, job) => {
    const { orgId, enquiryId, userId } = LetterPayload.parse(payload)
    const letter = await database.as('jobs', async (db) => {
      const enquiry = await findEnquiryToMail(db, orgId, enquiryId)
      const reader = (await listCompanyReaders(db, orgId)).find((one) => one.userId === userId)
      return enquiry && reader && enquiryMailToCompany(enquiry, reader.email, appUrl)
    })
    if (letter) await mailer.send(letter, job)
  },
  [ENQUIRY_RECEIPT]: async (payload, job) => {
    const { orgId, enquiryId } = Payload.parse(payload)
    const enquiry = await database.as('jobs', (db) => findEnquiryToMail(db, orgId, enquiryId))
    if (enquiry) await mailer.send(receiptFor(enquiry, appUrl), job)
  },
  [FORMS_CLEANUP]: async () => void (await database.as('site', (db) => forgetCounters(db, now()))),
})

/** Each hour: the site promises that what was counted is forgotten after a day. */
export const formSchedule = [{ task: FORMS_CLEANUP, match: '37 * * * *' }]
