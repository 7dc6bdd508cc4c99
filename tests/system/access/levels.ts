// Every login of the world with a second factor, which its session has proved (aal2) or not (aal1).

import type { Endpoint } from '#shared/contract.ts'
import { FACTOR_NEEDED } from '#shared/contract.ts'
import type { Harness } from '#tests/harness/harness.ts'
import type { Level, Line } from './expected-line.ts'
import type { Member } from './world.ts'

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
    `update auth.sessions set aal = $2, factor_at = case $2 when 'aal2' then now() + interval '1 hour' end where user_id = any ($1)`,
    [userIds, level],
  )
  // The first ones may have expired meanwhile.
  for (const { person } of members) if (person) person.token = await tokens.sign(person)
}

/** What is expected otherwise than without a factor; undefined when it is the same. */
export function expectedAtLevel(level: Level, { withoutFactor }: Endpoint, { for: audience, atLevel }: Line) {
  if (audience === 'anyone') return undefined
  if (atLevel) return atLevel[level]
  return level === 'aal1' && !withoutFactor ? ([403, FACTOR_NEEDED] as const) : undefined
}
