import type { Database } from '#db/database.ts'
import type { Schedule, Tasks } from '#lib/server/jobs.ts'

const MAIL_CLEANUP = 'mail-cleanup'

/** Removes the originals of mail whose time is over; the record stays, so that no mail is read twice. */
export const mailboxTasks = ({ database }: { database: Database }): Tasks => ({
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
