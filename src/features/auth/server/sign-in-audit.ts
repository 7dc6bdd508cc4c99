// Writes the outcome of each sign-in to the audit log when the login is known, and to the program's log without personal
// data. The rate limits bound how much an unauthenticated client can add.
import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database, Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { networkOf } from '#platform/http/network.ts'
import { isFirstRefusal } from './attempts.ts'
import { auditLogin } from './logins.queries.ts'

export type SignInRefusal =
  | 'unknown_login'
  | 'wrong_password'
  | 'deactivated'
  | 'limited'
  | 'unknown_passkey'
  | 'wrong_passkey'
  | 'copied_passkey'

/** A passkey comes without an address. */
type Client = { email?: string; ip: string }

/** Logs a refusal. The same network or account has the same hash as long as the key is the same. */
export function logRefusal(log: FastifyBaseLogger | undefined, key: Buffer, { email, ip }: Client, kind: string) {
  const hashed = (text: string) => createHmac('sha256', key).update(`log\0${text}`).digest('base64url').slice(0, 16)
  const account = email === undefined ? undefined : hashed(email)
  log?.info({ kind, address: hashed(networkOf(ip)), account }, 'sign-in refused')
}

/** Audits the refusal. An unknown address costs the same work, so that the response time does not reveal logins. */
export async function auditRefusal(db: Db, userId: string | undefined, reason: SignInRefusal) {
  if (userId !== undefined) {
    await auditLogin(db, { userId, action: 'sign_in_refused', detail: { reason } })
    return
  }
  await sql`insert into audit_log (id, action, subject, detail)
    values (${uuidv7()}, 'sign_in_refused', 'login', ${JSON.stringify({ reason })})`.execute(db)
}

/** Audits a refusal by the rate limits, once per window. */
export const auditLimited = (database: Database, client: Client) =>
  database.as('auth', async (db) => {
    const { email = '' } = client
    const login = await db.selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirst()
    if (await isFirstRefusal(db, client, login !== undefined)) await auditRefusal(db, login?.id, 'limited')
  })
