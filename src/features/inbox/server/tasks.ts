import type { Database } from '#platform/database/database.ts'
import type { Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { formSchedule, formTasks } from './forms-mail.ts'
import { ENQUIRY_REPLY_MAIL, replyMail } from './reply-mail.ts'

type Parts = { database: Database; mailer: Mailer; appUrl: string }

/** The background jobs of this feature. */
export const enquiryTasks = (parts: Parts): Tasks => ({
  ...formTasks(parts),
  [ENQUIRY_REPLY_MAIL]: replyMail(parts),
})

export const enquirySchedule = formSchedule
