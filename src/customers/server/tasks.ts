import type { Database } from '#db/database.ts'
import type { Tasks } from '#lib/server/jobs.ts'
import type { Mailer } from '#lib/server/mail.ts'
import { INVITATION_MAIL, invitationMail } from './invitation-mail.ts'

/** The background jobs of this feature. */
export const customerTasks = (parts: { database: Database; mailer: Mailer; appUrl: string }): Tasks => ({
  [INVITATION_MAIL]: invitationMail(parts),
})
