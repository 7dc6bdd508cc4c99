import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { type Endpoint, Id } from '#shared/contract.ts'
import { invalid } from './app-error.ts'

/** The length of an Idempotency-Key; the constraint idempotency_keys_key_length is the same. */
export const IDEMPOTENCY_KEY_LENGTH = { min: 8, max: 100 }
const expiry = sql<string>`now() - idempotency_key_retention()`
const UUID_LENGTH = 36

const keyFormat = new RegExp(`^[\\w-]{${IDEMPOTENCY_KEY_LENGTH.min},${IDEMPOTENCY_KEY_LENGTH.max}}$`)

/**
 * Runs `work` once per user (of a program: per API key), endpoint and Idempotency-Key, and repeats the stored response until the key expires
 * (idempotency_key_retention). A concurrent request with the same key waits for the first. Throws 422 when the key was used with
 * another body.
 */
export async function once(
  db: Db,
  actor: Actor,
  { method, path }: Endpoint,
  request: FastifyRequest,
  work: () => Promise<unknown>,
) {
  const key = request.headers['idempotency-key']
  if (key === undefined || actor.orgId === null) return work()
  if (typeof key !== 'string' || !keyFormat.test(key)) throw invalid('Ogiltig Idempotency-Key')

  const endpoint = [method, path, ...(actor.apiKey ? [actor.apiKey.id] : [])].join(' ')
  const own = { orgId: actor.orgId, userId: actor.userId, endpoint, key }
  // In its own turn of the event loop: hashing megabytes blocks other requests, as validation does.
  await setImmediate()
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([request.params, request.body ?? null], normalize))
    .digest('hex')
  const claimed = await db
    .insertInto('idempotencyKeys')
    .values({ ...own, bodyHash, answer: null })
    .onConflict((c) =>
      c
        .columns(['orgId', 'userId', 'endpoint', 'key'])
        .doUpdateSet({ bodyHash, answer: null, createdAt: sql<string>`now()` })
        .where('idempotencyKeys.createdAt', '<', expiry),
    )
    .returning('key')
    .executeTakeFirst()

  const row = db.selectFrom('idempotencyKeys').where((eb) => eb.and(own))
  if (!claimed) {
    const stored = await row.select(['bodyHash', 'answer']).executeTakeFirst()
    if (stored?.bodyHash !== bodyHash) throw invalid('Nyckeln har redan använts till något annat')
    return stored.answer
  }
  const answer = await work()
  await db
    .updateTable('idempotencyKeys')
    .set({ answer: JSON.stringify(answer ?? null) })
    .where((eb) => eb.and(own))
    .execute()
  return answer
}

/** Deletes keys that have expired; row-level security lets the jobs' role delete no others. */
export const deleteExpiredKeys = (db: Db) => db.deleteFrom('idempotencyKeys').where('createdAt', '<', expiry).execute()

/** Leaves passwords out, as a fast hash of one could be brute-forced; ids are compared without case. */
function normalize(name: string, value: unknown) {
  if (name === 'password') return undefined
  return typeof value === 'string' && value.length === UUID_LENGTH ? (Id.safeParse(value).data ?? value) : value
}
