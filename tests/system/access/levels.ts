// Every login of the world with a second factor, which its session has proved (aal2), days ago (oldProof) or not (aal1).
import { isProtocolAddress } from '#features/auth/server/protocol-errors.ts'
import { type Endpoint, FACTOR_NEEDED, LEVEL_NEEDED, PROOF_NEEDED } from '#shared/contract.ts'
import type { Harness } from '#tests/harness/harness.ts'
import type { Level, Line } from './expected-line.ts'
import type { Member } from './world.ts'

/** From now until the proof. */
const ages: Record<Level, string | null> = { aal1: null, aal2: '1 hour', oldProof: '-2 days' }

/** Gives every member a verified authenticator app, and its sessions the level. */
export async function setLevel({ test: { superuser }, tokens }: Harness, members: readonly Member[], level: Level) {
  const userIds = members.flatMap(({ person }) => (person ? [person.userId] : []))
  await superuser.query(
    `insert into auth.factors (id, user_id, factor_type, status, verified_at, secret, key_id)
     select gen_random_uuid(), id, 'totp', 'verified', now(), '\\x00', 'key' from auth.users
     where id = any ($1) and not exists (select from auth.factors where user_id = auth.users.id)`,
    [userIds],
  )
  // The proof stays recent however long the suite runs.
  await superuser.query(
    `update auth.sessions set aal = $2, factor_at = now() + $3::interval where user_id = any ($1)`,
    [userIds, level === 'aal1' ? 'aal1' : 'aal2', ages[level]],
  )
  // The first ones may have expired meanwhile.
  for (const { person } of members) if (person) person.token = await tokens.sign(person)
}

/** What is expected otherwise than without a factor, when the status is `withoutOne`; undefined when it is the same. */
export function expectedAtLevel(
  level: Level,
  { path, withoutFactor, proof }: Endpoint,
  { for: audience, atLevel }: Line,
  withoutOne: number,
) {
  if (audience === 'anyone') return undefined
  if (atLevel) return atLevel[level]
  // Whoever may not call it is told that before.
  if (level === 'oldProof') return proof && withoutOne !== 403 ? ([403, PROOF_NEEDED] as const) : undefined
  if (level === 'aal2' || withoutFactor) return undefined
  return [403, isProtocolAddress(path) ? LEVEL_NEEDED : FACTOR_NEEDED] as const
}
