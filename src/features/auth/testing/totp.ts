// Second factors in tests, with codes of oathtool, a generator that others wrote (Debian: `apt-get install oathtool`).
import { execFileSync } from 'node:child_process'
import type { Harness } from '#tests/harness/harness.ts'
import type { authClientOn } from './sign-in.ts'

type AuthClient = ReturnType<typeof authClientOn>

/** The code of a secret, some steps of 30 seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  const at = new Date(Date.now() + steps * 30_000).toISOString()
  try {
    return execFileSync('oathtool', ['--totp', '--base32', '--now', at.replace(/[TZ]/g, ' '), secret], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'UTC' },
    }).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error('oathtool is missing: apt-get install oathtool')
  }
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
