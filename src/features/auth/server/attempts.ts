// Rate limits of sign-in, counted in the database. An account is limited per network; across networks it is only slowed
// down, so that an attacker cannot lock a user out (specification, Rate limits).
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { AppError } from '#platform/http/app-error.ts'
import { networkOf } from '#platform/http/network.ts'
import { plural } from '#shared/plural.rules.ts'
import { hashToken } from './token-hash.ts'

export const WINDOW_MINUTES = 15
/** Wrong passwords before further attempts are refused: at sign-in per account and network, at a password change per login. */
export const PASSWORD_ATTEMPTS = 10
/** Wrong codes of a login before further ones are refused, in a window and in a day: of a million codes three are right. */
const PROOF_ATTEMPTS = 10
const PROOFS_PER_DAY = 50
const DAY_MINUTES = 24 * 60
const ATTEMPTS_PER_NETWORK = 100
const ATTEMPTS_BEFORE_SLOWDOWN = 20
const MAX_SLOWDOWN_MS = 5_000
const PROBING_MINUTES = 60
const TAKEN_ADDRESSES = 20
const SLOWDOWN_STEP_MS = 250
const RECOVERIES_PER_ACCOUNT = 3
const RECOVERIES_PER_NETWORK = 20

type Client = { email: string; ip: string }

/** Counts one attempt, before any hashing. Returns the delay to impose, in ms. Throws 429 with Retry-After. */
export async function countAttempt(db: Db, client: Client): Promise<number> {
  const counts = await count(db, keysOf('sign-in', client))
  const [accountFromNetwork, account, network] = counts
  refuseOver(accountFromNetwork, PASSWORD_ATTEMPTS)
  refuseOver(network, ATTEMPTS_PER_NETWORK)
  return slowdownMs(account?.count ?? 0)
}

/** Resets the count of attempts at an account from this network, once the person is known to be its owner. */
export async function forgetAttempts(db: Db, client: Client) {
  const [accountFromNetwork] = keysOf('sign-in', client)
  await db.deleteFrom('auth.attempts').where('key', '=', accountFromNetwork).execute()
}

/** Subtracts a successful sign-in from the counters. */
export async function clearAttempts(db: Db, client: Client) {
  await forgetAttempts(db, client)
  const [, ...others] = keysOf('sign-in', client)
  // One by one, in the order of `count`, so that concurrent sign-ins cannot deadlock.
  for (const key of others) await subtract(db, key)
}

const subtract = (db: Db, key: string) =>
  db.updateTable('auth.attempts').set({ count: sql`greatest(count - 1, 0)` }).where('key', '=', key).execute()

/** Counts one request of a sign-in by passkey: for a challenge, or with an answer. Throws 429 with Retry-After. */
export async function countPasskeyAttempt(db: Db, step: PasskeyStep, ip: string) {
  const [network] = await count(db, [passkeyKey(step, ip)])
  refuseOver(network, ATTEMPTS_PER_NETWORK)
}

/** Subtracts a successful sign-in by passkey from the counters. */
export async function clearPasskeyAttempt(db: Db, ip: string) {
  for (const step of passkeySteps) await subtract(db, passkeyKey(step, ip))
}

const passkeySteps = ['answer', 'challenge'] as const
type PasskeyStep = (typeof passkeySteps)[number]
const passkeyKey = (step: PasskeyStep, ip: string) => `passkey-${step}:network:${networkOf(ip)}`

/** Whether this is the first refusal in its window, for this account and network or for all unknown accounts of the network. */
export async function isFirstRefusal(
  db: Db,
  { email = '', ip }: Partial<Client> & { ip: string },
  isKnown: boolean,
): Promise<boolean> {
  const account = isKnown ? hashToken(email).toString('base64url') : 'unknown'
  const [refusals] = await count(db, [`refused:${account}:${networkOf(ip)}`])
  return refusals?.count === 1
}

/** Whether this is the first refusal of the used link in its window: repeated tries are not audited again. */
export async function isFirstUseOfSpent(db: Db, token: string): Promise<boolean> {
  const [refusals] = await count(db, [`spent-link:${hashToken(token).toString('base64url')}`])
  return refusals?.count === 1
}

/** What a signed-in person proves: an authenticator's code, a recovery code, or the password once more. */
export type ProofKind = 'factor' | 'recovery-code' | 'password'

/**
 * Counts an answer of the login, before it is judged, in a transaction of its own; a right one calls `forgetProofs`. Throws 429
 * after too many in the window, or in a day.
 */
export async function countProof(db: Db, kind: ProofKind, userId: string) {
  const [key, dayKey] = proofKeys(kind, userId)
  const [recent] = await count(db, [key])
  const [today] = await count(db, [dayKey], DAY_MINUTES)
  const code = kind === 'recovery-code' ? 'mfa_recovery_codes_locked' : undefined
  refuseOver(recent, PROOF_ATTEMPTS, code)
  refuseOver(today, PROOFS_PER_DAY, code)
}

export const forgetProofs = (db: Db, kind: ProofKind, userId: string) =>
  db
    .deleteFrom('auth.attempts')
    .where('key', 'in', [...proofKeys(kind, userId)])
    .execute()

function proofKeys(kind: ProofKind, userId: string): readonly [string, string] {
  const login = hashToken(userId).toString('base64url')
  return [`proof:${kind}:${login}`, `proof-day:${kind}:${login}`]
}

/** Counts a recovery request; whether another mail may be sent to this address and from this network. */
export async function mayRecover(db: Db, client: Client): Promise<boolean> {
  const [, account, network] = await count(db, keysOf('recover', client))
  return (account?.count ?? 0) <= RECOVERIES_PER_ACCOUNT && (network?.count ?? 0) <= RECOVERIES_PER_NETWORK
}

/**
 * Throws 429 when a member of staff has got too many conflicts with existing addresses: each 409 reveals that an address
 * has a login. Called before the address is looked up, so that the 429 itself reveals nothing.
 */
export async function refuseProbing(db: Db, userId: string) {
  const { rows } = await sql<Count>`
    select count, ${secondsLeft(PROBING_MINUTES)} as retry_after_seconds from auth.attempts
    where key = ${probingKey(userId)} and not ${isOver(PROBING_MINUTES)}`.execute(db)
  refuseOver(rows[0], TAKEN_ADDRESSES - 1)
}

export const countTakenAddress = (db: Db, userId: string) => count(db, [probingKey(userId)], PROBING_MINUTES)

const probingKey = (userId: string) => `taken-address:person:${hashToken(userId).toString('base64url')}`

/** The delay of an attempt at an account, in ms; it grows with the attempts from all networks. */
export const slowdownMs = (attempts: number) =>
  Math.min(Math.max(attempts - ATTEMPTS_BEFORE_SLOWDOWN, 0) * SLOWDOWN_STEP_MS, MAX_SLOWDOWN_MS)

type Count = { count: number; retryAfterSeconds: number }

const isOver = (minutes: number) => sql`(attempts.window_start <= now() - make_interval(mins => ${minutes}))`
const secondsLeft = (minutes: number) =>
  // The window may have been started by a transaction that began later than this one.
  sql`greatest(1, ceil(extract(epoch from least(attempts.window_start, now()) - now() + make_interval(mins => ${minutes}))))::int`

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

function refuseOver(attempts: Count | undefined, limit: number, code = 'over_request_rate_limit') {
  if (!attempts || attempts.count <= limit) return
  const { retryAfterSeconds } = attempts
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const hours = Math.ceil(minutes / 60)
  const inMinutes = minutes === 1 ? 'en minut' : plural(minutes, 'minut', 'minuter')
  const wait = minutes <= 60 ? inMinutes : plural(hours, 'timme', 'timmar')
  throw new AppError(429, code, `För många försök. Vänta ${wait} och försök igen.`, {
    retryAfterSeconds,
  })
}

/** The counters' keys, always in this order. Addresses are hashed, so that keys are short and contain no personal data. */
function keysOf(action: string, { email, ip }: Client): readonly [string, string, string] {
  const account = hashToken(email).toString('base64url')
  const network = networkOf(ip)
  return [`${action}:here:${account}:${network}`, `${action}:account:${account}`, `${action}:network:${network}`]
}
