import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import { type Endpoint, Id } from '../contract.ts'
import { invalid } from './app-error.ts'

/** The length of an Idempotency-Key; the constraint idempotency_keys_key_length is the same. */
export const IDEMPOTENCY_KEY_LENGTH = { min: 8, max: 100 }
const ANSWERS_KEPT_HOURS = 24
const UUID_LENGTH = 36

const keyFormat = new RegExp(`^[\\w-]{${IDEMPOTENCY_KEY_LENGTH.min},${IDEMPOTENCY_KEY_LENGTH.max}}$`)

/**
 * Does the work once per person, endpoint and Idempotency-Key, and repeats the stored response for ANSWERS_KEPT_HOURS. A
 * second call at the same time waits for the first. Throws 422 when the key came with another body before.
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

  const endpoint = `${method} ${path}`
  const mine = { orgId: actor.orgId, userId: actor.userId, endpoint, key }
  await db
    .deleteFrom('idempotencyKeys')
    .where('userId', '=', actor.userId)
    .where('createdAt', '<', sql<string>`now() - make_interval(hours => ${ANSWERS_KEPT_HOURS})`)
    .execute()
  // Not in one go with judging the body: hashing megabytes keeps other requests waiting as well.
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([request.params, request.body ?? null], hashed))
    .digest('hex')
  const claimed = await db
    .insertInto('idempotencyKeys')
    .values({ ...mine, bodyHash, answer: null })
    .onConflict((c) => c.doNothing())
    .returning('key')
    .executeTakeFirst()

  const row = db.selectFrom('idempotencyKeys').where((eb) => eb.and(mine))
  if (!claimed) {
    const before = await row.select(['bodyHash', 'answer']).executeTakeFirst()
    if (before?.bodyHash !== bodyHash) throw invalid('Nyckeln har redan använts till något annat')
    return before.answer
  }
  const answer = await work()
  await db
    .updateTable('idempotencyKeys')
    .set({ answer: JSON.stringify(answer ?? null) })
    .where((eb) => eb.and(mine))
    .execute()
  return answer
}

/** A fast hash of a password would be a gift to whoever reads the table; an id is the same one in any letters. */
function hashed(name: string, value: unknown) {
  if (name === 'password') return undefined
  return typeof value === 'string' && value.length === UUID_LENGTH ? (Id.safeParse(value).data ?? value) : value
}
