import type { Database } from '#db/database.ts'
import type { Schedule, Tasks } from '#lib/server/jobs.ts'
import type { Mailer } from '#lib/server/mail.ts'
import { MAIL_RECEIPT, mailReceipt } from './receipt-mail.ts'
import { MAILBOX_UNREAD, mailboxUnreadTask } from './unread-mail.ts'

const MAIL_CLEANUP = 'mail-cleanup'

type Parts = { database: Database; mailer: Mailer; appUrl: string }

/** Sends receipts and what administrators are told, and removes the originals of mail whose time is over; the record stays, so that no mail is read twice. */
export const mailboxTasks = ({ database, mailer, appUrl }: Parts): Tasks => ({
  [MAIL_RECEIPT]: mailReceipt({ database, mailer }),
  [MAILBOX_UNREAD]: mailboxUnreadTask({ database, mailer, appUrl }),
  [MAIL_CLEANUP]: async () => {
    await database.as('jobs', (db) =>
      db
        .updateTable('mailMessages')
        .set({ raw: null, rawUntil: null })
        .where('rawUntil', '<', (eb) => eb.fn<string>('now', []))
        .execute(),
    )
  },
})

export const mailboxSchedule: Schedule = [{ task: MAIL_CLEANUP, match: '17 2 * * *' }]
