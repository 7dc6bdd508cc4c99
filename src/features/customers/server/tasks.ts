import type { Database } from '#platform/database/database.ts'
import type { Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { INVITATION_MAIL, invitationMail } from './invitation-mail.ts'

/** The background jobs of this feature. */
export const customerTasks = (parts: { database: Database; mailer: Mailer; appUrl: string }): Tasks => ({
  [INVITATION_MAIL]: invitationMail(parts),
})
