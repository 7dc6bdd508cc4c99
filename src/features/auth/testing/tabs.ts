// Several tabs that refresh their shared session over a slow network.
import type { Harness, Person } from '#tests/harness/harness.ts'
import { startSession } from '../server/sessions.queries.ts'
import { hashToken } from '../server/token-hash.ts'
import { findLogin, sessionResponse } from '../server/tokens.ts'

/** How many sessions each test checks; `TAB_SESSIONS=200` for the numbers in docs/decisions/036. */
const TAB_SESSIONS = Number(process.env.TAB_SESSIONS ?? 20)

/** Losses in a longer round are not counted: on a slow machine the reuse window of ten seconds is exceeded. */
const TOO_SLOW_MS = 8_000
const LONGEST_DELAY_MS = 200

/** Pseudorandom delays of 0 to 200 ms, the same in every run. */
export function delays(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state / 2 ** 32) * LONGEST_DELAY_MS
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Delays each request and each response. */
export const withDelays =
  (fetch: typeof globalThis.fetch, delayMs: () => number): typeof globalThis.fetch =>
  async (input, init) => {
    await pause(delayMs())
    const response = await fetch(input, init)
    await pause(delayMs())
    return response
  }

/** A session as a browser stores it, without a sign-in. */
export const aStoredSession = ({ database, tokens }: Harness, { userId }: Person) =>
  database.as('auth', async (db) => {
    const session = await startSession(db, { userId, userAgent: undefined, method: 'password' })
    const login = await findLogin(db, userId)
    if (!login) throw new Error('The login is disabled')
    return sessionResponse(tokens, login, session)
  })

/** Whether a browser's stored token is the live one of a session that has not ended. */
export async function isLive({ test }: Harness, stored: string | null | undefined) {
  const { refresh_token: token = '' } = JSON.parse(stored ?? '{}')
  const { rowCount } = await test.superuser.query(
    `select from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id and t.spent_at is null
     where s.ended_at is null and t.token_hash = $1`,
    [hashToken(token)],
  )
  return rowCount === 1
}

type Round = (round: number) => Promise<{ checked: number; lost: number; tookMs: number }>

/** Runs rounds until enough sessions were checked; returns how many were lost. */
export async function countLost(name: string, round: Round): Promise<number> {
  let [checked, lost, slow] = [0, 0, 0]
  for (let number = 0; checked < TAB_SESSIONS; number += 1) {
    const { tookMs, ...counted } = await round(number)
    if (counted.lost > 0 && tookMs > TOO_SLOW_MS) {
      slow += 1
      continue
    }
    checked += counted.checked
    lost += counted.lost
  }
  if (process.env.TAB_SESSIONS) process.stdout.write(`${name}: ${lost} of ${checked} lost; ${slow} rounds too slow\n`)
  return lost
}
