// Second factors in tests. Codes are computed here (RFC 6238), apart from the product's library; totp.slow.test.ts compares both
// with oathtool.
import { createHmac } from 'node:crypto'
import type { AuthClient } from '@supabase/auth-js'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(base32: string): Buffer {
  const bits = base32.replace(/./g, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const stepNow = () => Math.floor(Date.now() / 30_000)

/** The code of a secret, some steps of 30 seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(stepNow() + steps))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Six digits that no step around now has. */
export function wrongCode(secret: string): string {
  const right = new Set([-3, -2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps)))
  const wrong = ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
    (code) => !right.has(code),
  )
  if (!wrong) throw new Error('Every code is right')
  return wrong
}

/** Calls the endpoints of factors with an access token. */
export async function postFactors({ fetch }: Pick<Harness, 'fetch'>, token: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`/auth/v1/factors${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(answer))
  return answer
}

export async function proveCode(h: Pick<Harness, 'fetch'>, token: string, { id, code }: { id: string; code: string }) {
  const { id: challenge } = await postFactors(h, token, `/${id}/challenge`, {})
  return postFactors(h, token, `/${id}/verify`, { challenge_id: challenge, code })
}

/** Adds and proves an authenticator app with an access token, by the code of the step before: that of this step is not used yet. */
export async function addApp(h: Pick<Harness, 'fetch'>, token: string): Promise<EnrolledApp> {
  const { id, totp } = await postFactors(h, token, '', { factor_type: 'totp' })
  const app = { id, secret: totp.secret }
  await proveStepBefore(h, token, app)
  return app
}

async function proveStepBefore(h: Pick<Harness, 'fetch'>, token: string, app: EnrolledApp): Promise<void> {
  const step = stepNow()
  try {
    await proveCode(h, token, { id: app.id, code: codeOf(app.secret, -1) })
  } catch (error) {
    if (stepNow() === step) throw error
    // The next step began meanwhile, so that the code was two steps old.
    await proveStepBefore(h, token, app)
  }
}

type Client = InstanceType<typeof AuthClient>

export type EnrolledApp = { id: string; secret: string }

/** Adds an authenticator app without verifying it. */
export async function enroll(client: Client, friendlyName?: string): Promise<EnrolledApp> {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', ...(friendlyName && { friendlyName }) })
  if (error) throw error
  return { id: data.id, secret: data.totp.secret }
}

/**
 * Proves an app by its code of a step: by default the next one, which the server accepts for at least a minute, however slow the
 * machine is.
 */
export async function prove(client: Client, { id, secret }: EnrolledApp, steps = 1) {
  const { data, error } = await client.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret, steps) })
  if (error) throw error
  return data
}

export async function enrollVerified(client: Client, friendlyName?: string): Promise<EnrolledApp> {
  const app = await enroll(client, friendlyName)
  await prove(client, app)
  return app
}

/** An app that a login has verified, without a secret that anybody knows. */
export const giveApp = ({ test }: Pick<Harness, 'test'>, { userId }: Pick<Person, 'userId'>) =>
  test.superuser.query(
    `insert into auth.factors (id, user_id, factor_type, status, verified_at, secret, key_id)
      values ($1, $2, 'totp', 'verified', now(), 'x', 'k')`,
    [uuidv7(), userId],
  )

/** As if some minutes had passed since the apps' codes were used. */
export const forgetUsedCodes = ({ test }: Pick<Harness, 'test'>) =>
  test.superuser.query('update auth.factors set last_step = last_step - 20')

/** As if the sign-ins and proofs of all sessions were older than they are. */
export const ageProofs = ({ test }: Pick<Harness, 'test'>, minutes = 11) =>
  test.superuser.query(
    `update auth.sessions set authenticated_at = authenticated_at - make_interval(mins => $1),
       factor_at = factor_at - make_interval(mins => $1)`,
    [minutes],
  )
