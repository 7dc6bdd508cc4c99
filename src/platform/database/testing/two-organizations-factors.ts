import type pg from 'pg'
import { uuidv7 } from '../uuid.ts'

/** An authenticator app of a login, recovery codes, and a challenge of a session. */
export async function fillFactors(db: pg.Client, userId: string, sessionId: string) {
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
