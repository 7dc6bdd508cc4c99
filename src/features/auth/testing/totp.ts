// Second factors in tests, with codes of oathtool, a generator that others wrote (Debian: `apt-get install oathtool`).
import { execFileSync } from 'node:child_process'
import type { AuthClient } from '@supabase/auth-js'

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
  const [wrong] = ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].filter(
    (code) => !right.has(code),
  )
  return wrong as string
}

export type EnrolledApp = { id: string; secret: string }

/** Adds an authenticator app without verifying it. */
export async function enroll(client: AuthClient, friendlyName?: string): Promise<EnrolledApp> {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', ...(friendlyName && { friendlyName }) })
  if (error) throw error
  return { id: data.id, secret: data.totp.secret }
}

/** Proves an app by its code of a step, by default this one. */
export async function prove(client: AuthClient, { id, secret }: EnrolledApp, steps = 0) {
  const { data, error } = await client.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret, steps) })
  if (error) throw error
  return data
}

/** Adds an app and proves it by the code of the step before, so that those of this step and the next remain. */
export async function enrollVerified(client: AuthClient, friendlyName?: string): Promise<EnrolledApp> {
  const app = await enroll(client, friendlyName)
  await prove(client, app, -1)
  return app
}
