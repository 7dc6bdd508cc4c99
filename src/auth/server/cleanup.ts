import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

export const SIGN_IN_CLEANUP = 'sign-in-cleanup'

/** Forgets what can no longer be used: sessions a month after their end, links after a month, counters after a day. */
export const signInCleanup = (database: Database) => () =>
  database.as('auth', async (db) => {
    await sql`delete from auth.sessions
      where ended_at < now() - interval '30 days' or refreshed_at < now() - interval '60 days'
        or created_at < now() - interval '120 days'`.execute(db)
    await sql`delete from auth.one_time_tokens where expires_at < now() - interval '30 days'`.execute(db)
    await sql`delete from auth.attempts where window_start < now() - interval '1 day'`.execute(db)
  })
