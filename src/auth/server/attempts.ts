// Rate limits of sign-in, counted in the database: an account from one network is limited, an account alone is only
// slowed down, so that a stranger cannot lock anybody out (specification, Rate limits).
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { AppError } from '#lib/server/app-error.ts'
import { networkOf } from '#lib/server/network.ts'
import { hashToken } from './token-hash.ts'

const WINDOW_MINUTES = 15
const TRIES_PER_ACCOUNT_AND_NETWORK = 10
const TRIES_PER_NETWORK = 100
const TRIES_BEFORE_SLOWING = 20
const SLOWEST_MS = 5_000
const PROBING_MINUTES = 60
const TAKEN_ADDRESSES = 20
const SLOWER_BY_MS = 250
const RECOVERIES_PER_ACCOUNT = 3
const RECOVERIES_PER_NETWORK = 20

type Who = { email: string; ip: string }

/** Counts one attempt before any hash is computed. Throws 429 with Retry-After; returns how long to wait first, in ms. */
export async function countAttempt(db: Db, who: Who): Promise<number> {
  const counts = await count(db, keysOf('sign-in', who))
  const [here, account, network] = counts
  refuseOver(here, TRIES_PER_ACCOUNT_AND_NETWORK)
  refuseOver(network, TRIES_PER_NETWORK)
  return slowdownMs(account?.count ?? 0)
}

/** A successful sign-in was no attempt at guessing. */
export async function forgiveAttempt(db: Db, who: Who) {
  const [here, ...others] = keysOf('sign-in', who)
  await db.deleteFrom('auth.attempts').where('key', '=', here).execute()
  // One by one, in the order in which they are counted: two sign-ins at once never wait for each other in a ring.
  for (const key of others) {
    await db.updateTable('auth.attempts').set({ count: sql`greatest(count - 1, 0)` }).where('key', '=', key).execute()
  }
}

/** Whether one more recovery mail may go to this address and from this network; beyond it the request is not carried out. */
export async function mayRecover(db: Db, who: Who): Promise<boolean> {
  const [, account, network] = await count(db, keysOf('recover', who))
  return (account?.count ?? 0) <= RECOVERIES_PER_ACCOUNT && (network?.count ?? 0) <= RECOVERIES_PER_NETWORK
}

/**
 * Throws 429 when a member of staff has tried too many addresses that are taken: each 409 reveals that an address has a
 * login. Checked before the address is looked up, so that the 429 itself reveals nothing.
 */
export async function refuseProbing(db: Db, userId: string) {
  const { rows } = await sql<Count>`
    select count, ${secondsLeft(PROBING_MINUTES)} as retry_after_seconds from auth.attempts
    where key = ${probingKey(userId)} and not ${isOver(PROBING_MINUTES)}`.execute(db)
  refuseOver(rows[0], TAKEN_ADDRESSES - 1)
}

export const countTakenAddress = (db: Db, userId: string) => count(db, [probingKey(userId)], PROBING_MINUTES)

const probingKey = (userId: string) => `taken-address:person:${hashToken(userId).toString('base64url')}`

/** Every further attempt at an account, wherever from, waits a little longer. */
export const slowdownMs = (attempts: number) =>
  Math.min(Math.max(attempts - TRIES_BEFORE_SLOWING, 0) * SLOWER_BY_MS, SLOWEST_MS)

type Count = { count: number; retryAfterSeconds: number }

const isOver = (minutes: number) => sql`(attempts.window_start <= now() - make_interval(mins => ${minutes}))`
const secondsLeft = (minutes: number) =>
  sql`greatest(1, ceil(extract(epoch from attempts.window_start - now() + make_interval(mins => ${minutes}))))::int`

async function count(db: Db, keys: readonly string[], minutes = WINDOW_MINUTES): Promise<Count[]> {
  const { rows } = await sql<Count & { key: string }>`
    insert into auth.attempts as attempts (key) select key from unnest(${keys}::text[]) with ordinality as k (key, place) order by place
    on conflict (key) do update set
      count = case when ${isOver(minutes)} then 1 else attempts.count + 1 end,
      window_start = case when ${isOver(minutes)} then now() else attempts.window_start end
    returning key, count, ${secondsLeft(minutes)} as retry_after_seconds
  `.execute(db)
  return keys.flatMap((key) => rows.filter((row) => row.key === key))
}

function refuseOver(counted: Count | undefined, limit: number) {
  if (!counted || counted.count <= limit) return
  const { retryAfterSeconds } = counted
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const wait = minutes === 1 ? 'en minut' : `${minutes} minuter`
  throw new AppError(429, 'over_request_rate_limit', `För många försök. Vänta ${wait} och försök igen.`, {
    retryAfterSeconds,
  })
}

/** Always in this order. Addresses are hashed: the table names nobody, and a key is short whatever was sent. */
function keysOf(what: string, { email, ip }: Who): readonly [string, string, string] {
  const account = hashToken(email).toString('base64url')
  const network = networkOf(ip)
  return [`${what}:here:${account}:${network}`, `${what}:account:${account}`, `${what}:network:${network}`]
}
