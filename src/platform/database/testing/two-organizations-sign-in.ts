import type pg from 'pg'
import { uuidv7 } from '../uuid.ts'

/** A session of a login with a refresh token, a link, an authenticator app, recovery codes, and a challenge of the session. */
export async function fillSignIn(db: pg.Client, userId: string, sessionId: string) {
  await db.query(`insert into auth.sessions (id, user_id) values ($1, $2)`, [sessionId, userId])
  const token = Buffer.from(sessionId)
  await db.query(`insert into auth.refresh_tokens (token_hash, session_id) values ($1, $2)`, [token, sessionId])
  await db.query(
    `insert into auth.one_time_tokens (token_hash, user_id, purpose, expires_at) values ($1, $2, 'recovery', now())`,
    [token, userId],
  )
  const [app, codes] = [uuidv7(), uuidv7()]
  await db.query(
    `insert into auth.factors (id, user_id, factor_type, status, verified_at, secret, key_id)
     values ($1, $3, 'totp', 'verified', now(), 'x', 'k1'), ($2, $3, 'recovery_code', 'verified', now(), null, null)`,
    [app, codes, userId],
  )
  await db.query(`insert into auth.recovery_codes (factor_id, code_hash) values ($1, 'x')`, [codes])
  await db.query(
    `insert into auth.factor_challenges (id, user_id, session_id, factor_id, purpose, expires_at)
     values ($1, $2, $3, $4, 'verify', now() + interval '5 minutes')`,
    [uuidv7(), userId, sessionId, app],
  )
}
