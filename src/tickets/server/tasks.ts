import type { Database } from '#db/database.ts'
import type { Tasks } from '#lib/server/jobs.ts'
import type { Mailer } from '#lib/server/mail.ts'
import { TICKET_MAIL } from './notifications.queries.ts'
import { TICKET_RECIPIENT_MAIL, ticketMail, ticketRecipientMail } from './ticket-mail.ts'

type Parts = { database: Database; mailer: Mailer; appUrl: string; now?: () => Date }

/** The tasks of the job queue that belong to tickets. */
export const ticketTasks = (parts: Parts): Tasks => ({
  [TICKET_MAIL]: ticketMail(parts),
  [TICKET_RECIPIENT_MAIL]: ticketRecipientMail(parts),
})
