// API keys of requests: their hash, when they were last used, and the audit of those that are refused.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Endpoint } from '#shared/contract.ts'
import { AppError } from './app-error.ts'
import { oncePerHour } from './once-per-hour.ts'

/** The hash under which a key is stored: of 256 random bits one round of SHA-256 is enough. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest()

/** Notes that the key is used, to the minute. */
export const noteKeyUse = (database: Database, keyHash: Buffer) =>
  database.as('auth', (db) =>
    db
      .updateTable('apiKeys')
      .set({ lastUsedAt: sql<string>`now()` })
      .where('keyHash', '=', keyHash)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', sql<string>`now()`)
      .where((eb) =>
        eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<', sql<string>`now() - interval '1 minute'`)]),
      )
      .execute(),
  )

/** Names the key in the audit log for each request that writes: most changes of tickets have no entry of their own. */
export async function auditKeyCall(db: Db, actor: Actor, { method, path }: Endpoint, params: unknown) {
  if (!actor.apiKey || method === 'GET') return
  const detail = { endpoint: `${method} ${path}`, params }
  await audit(db, actor, { action: 'called', subject: 'api_key', subjectId: actor.apiKey.id, detail })
}

type Refused = { orgId: string; userId: string; id: string; reason: string }

/** 401 for a key that does not exist or has ended; the refusal of a known one is audited as one of its maker's login. */
export async function invalidKey(database: Database, keyHash: Buffer): Promise<AppError> {
  await database.as('auth', async (db) => {
    const known = await findEnded(db, keyHash)
    if (known) await auditRefusedKey(db, known)
  })
  return new AppError(
    401,
    'invalid_key',
    'API-nyckeln gäller inte. Den kan vara återkallad eller ha gått ut. Skapa en ny.',
  )
}

/** In the audit log once an hour for each key, process and reason. */
export async function auditRefusedKey(db: Db, { orgId, userId, id, reason }: Refused) {
  if (!refusals.isFirst(`${id} ${reason}`)) return
  const entry = { action: 'sign_in_refused', subject: 'login', subjectId: userId, detail: { reason } } as const
  await audit(db, { orgId, userId, apiKey: { id } }, entry)
}

const refusals = oncePerHour()

const findEnded = (db: Db, keyHash: Buffer) =>
  db
    .selectFrom('apiKeys')
    .innerJoin('auth.users', 'auth.users.id', 'apiKeys.userId')
    .select(['apiKeys.orgId', 'apiKeys.userId', 'apiKeys.id'])
    .select((eb) =>
      eb
        .case()
        .when('auth.users.disabledAt', 'is not', null)
        .then('deactivated')
        .when('revokedAt', 'is not', null)
        .then('key_revoked')
        .when('expiresAt', '<=', sql<string>`now()`)
        .then('key_expired')
        .else('not_staff')
        .end()
        .as('reason'),
    )
    .where('keyHash', '=', keyHash)
    .executeTakeFirst()
