import type { Database } from '#platform/database/database.ts'
import type { Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { ADDRESS_CHANGED_MAIL, addressChangedMail } from './address-changed-mail.ts'
import { STAFF_INVITATION_MAIL, staffInvitationMail } from './staff-invitation-mail.ts'

/** The background jobs of users. */
export const userTasks = (parts: { database: Database; mailer: Mailer; appUrl: string }): Tasks => ({
  [ADDRESS_CHANGED_MAIL]: addressChangedMail(parts),
  [STAFF_INVITATION_MAIL]: staffInvitationMail(parts),
})
