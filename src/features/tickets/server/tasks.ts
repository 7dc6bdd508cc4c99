import type { Database } from '#platform/database/database.ts'
import type { Schedule, Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { BULK_MAIL, bulkMail } from './bulk-mail.ts'
import { remindStaff } from './due-reminders.ts'
import { attendToHolds } from './hold-reminders.ts'
import { TICKET_MAIL } from './notifications.queries.ts'
import { recomputationSchedule, recomputationTasks } from './recompute-answers.ts'
import { TICKET_RECIPIENT_MAIL, ticketMail, ticketRecipientMail } from './ticket-mail.ts'
import { forgetMailCounts, MAIL_PAUSED, mailPausedTask } from './ticket-mail-limit.ts'
import { VISIT_RECIPIENT_MAIL, visitRecipientMail } from './visit-mail.ts'

const MAIL_COUNTS_CLEANUP = 'ticket-mail-counts-cleanup'
const HOLD_REMINDERS = 'ticket-hold-reminders'
const STAFF_REMINDERS = 'ticket-staff-reminders'

type Parts = { database: Database; mailer: Mailer; appUrl: string; now?: () => Date }

/** The background jobs of tickets. */
export const ticketTasks = (parts: Parts): Tasks => ({
  [TICKET_MAIL]: ticketMail(parts),
  [TICKET_RECIPIENT_MAIL]: ticketRecipientMail(parts),
  [VISIT_RECIPIENT_MAIL]: visitRecipientMail(parts),
  [BULK_MAIL]: bulkMail(parts),
  [MAIL_PAUSED]: mailPausedTask(parts),
  [MAIL_COUNTS_CLEANUP]: async () => void (await parts.database.as('jobs', forgetMailCounts)),
  [HOLD_REMINDERS]: () => attendToHolds(parts.database),
  [STAFF_REMINDERS]: () => remindStaff(parts.database, parts.now?.()),
  ...recomputationTasks(parts.database),
})

/** In UTC; reminders to customers on weekday mornings, those of staff at most five minutes after the opening. */
export const ticketSchedule: Schedule = [
  { task: MAIL_COUNTS_CLEANUP, match: '27 3 * * *', catchesUpHours: 24 },
  { task: HOLD_REMINDERS, match: '40 7 * * 1-5', catchesUpHours: 24 },
  { task: STAFF_REMINDERS, match: '*/5 * * * *' },
  ...recomputationSchedule,
]
