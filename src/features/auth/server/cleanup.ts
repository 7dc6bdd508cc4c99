import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { UNVERIFIED_MINUTES } from '../factors.rules.ts'

export const SIGN_IN_CLEANUP = 'sign-in-cleanup'

/** How long ended and expired sessions and links are retained: the time of the last sign-in is read from them. */
const RETENTION_DAYS = 30
const ATTEMPTS_RETENTION_DAYS = 1

/** Deletes sessions, links, challenges and factors that were never verified some time after they ended or expired, and old attempt counters. */
export const signInCleanup = (database: Database) => () =>
  database.as('auth', async (db) => {
    const before = sql`now() - make_interval(days => ${RETENTION_DAYS})`
    await sql`delete from auth.sessions
      where ended_at < ${before} or refreshed_at < ${before} - auth.session_idle_limit()
        or created_at < ${before} - auth.session_age_limit()`.execute(db)
    await sql`delete from auth.one_time_tokens where expires_at < ${before}`.execute(db)
    await sql`delete from auth.factor_challenges where expires_at < now()`.execute(db)
    await sql`delete from auth.factors
      where status = 'unverified' and created_at < now() - make_interval(mins => ${UNVERIFIED_MINUTES})`.execute(db)
    await sql`delete from auth.attempts where window_start < now() - make_interval(days => ${ATTEMPTS_RETENTION_DAYS})`.execute(
      db,
    )
  })
