import type { Database } from '#db/database.ts'
import type { Tasks } from '#lib/server/jobs.ts'
import type { Mailer } from '#lib/server/mail.ts'
import { formSchedule, formTasks } from './forms-mail.ts'
import { ENQUIRY_REPLY_MAIL, replyMail } from './reply-mail.ts'

type Parts = { database: Database; mailer: Mailer; appUrl: string }

/** The background jobs of this feature. */
export const enquiryTasks = (parts: Parts): Tasks => ({
  ...formTasks(parts),
  [ENQUIRY_REPLY_MAIL]: replyMail(parts),
})

export const enquirySchedule = formSchedule
