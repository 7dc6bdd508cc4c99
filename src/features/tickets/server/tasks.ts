import type { Database } from '#platform/database/database.ts'
import type { Schedule, Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { TICKET_MAIL } from './notifications.queries.ts'
import { TICKET_RECIPIENT_MAIL, ticketMail, ticketRecipientMail } from './ticket-mail.ts'
import { forgetMailCounts, MAIL_PAUSED, mailPausedTask } from './ticket-mail-limit.ts'

const MAIL_COUNTS_CLEANUP = 'ticket-mail-counts-cleanup'

type Parts = { database: Database; mailer: Mailer; appUrl: string; now?: () => Date }

/** The background jobs of tickets. */
export const ticketTasks = (parts: Parts): Tasks => ({
  [TICKET_MAIL]: ticketMail(parts),
  [TICKET_RECIPIENT_MAIL]: ticketRecipientMail(parts),
  [MAIL_PAUSED]: mailPausedTask(parts),
  [MAIL_COUNTS_CLEANUP]: async () => void (await parts.database.as('jobs', forgetMailCounts)),
})

export const ticketSchedule: Schedule = [{ task: MAIL_COUNTS_CLEANUP, match: '27 3 * * *', catchesUpHours: 24 }]
