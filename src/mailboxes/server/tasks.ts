import type { Database } from '#db/database.ts'
import type { Schedule, Tasks } from '#lib/server/jobs.ts'
import type { Mailer } from '#lib/server/mail.ts'
import { leftOutMail, MAIL_LEFT_OUT } from './left-out-mail.ts'
import { MAIL_RECEIPT, mailReceipt } from './receipt-mail.ts'

const MAIL_CLEANUP = 'mail-cleanup'

/**
 * Sends receipts, tells senders of files that were left out, and removes the originals of mail whose time is over, as the
 * database allows; the record stays, so that no mail is read twice.
 */
export const mailboxTasks = ({ database, mailer }: { database: Database; mailer: Mailer }): Tasks => ({
  [MAIL_RECEIPT]: mailReceipt({ database, mailer }),
  [MAIL_LEFT_OUT]: leftOutMail({ database, mailer }),
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
