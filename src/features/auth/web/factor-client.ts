// The calls of auth-js for second factors. Those of a session that must prove once more who the person is ask for that, as `call` does.
import { type AuthError, type Factor, isAuthApiError } from '@supabase/auth-js'
import { CallError } from '#shared/web/call.ts'
import { isProofNeeded, prove } from '#shared/web/proof.ts'
import type { Client } from './auth-client.ts'
import { authMessageOf } from './auth-error.ts'
import { authClient } from './session.ts'

export type Factors = { totp: Factor[]; passkeys: Factor[]; hasRecoveryCodes: boolean }
export type NewAuthenticator = { id: string; qrCode: string; secret: string; uri: string }

/** One of the two is null. */
type Outcome<Data> = { data: Data | null; error: Error | null }

/** Runs a call of auth-js, again once the person has proved who they are. Throws its failure as a CallError. */
export async function authCall<Data>(run: (client: Client) => Promise<Outcome<Data>>): Promise<Data> {
  const client = await authClient()
  for (;;) {
    const sentAt = performance.now()
    const { data, error } = await run(client)
    if (!error) return data as Data
    const failure = failureOf(error)
    if (!isProofNeeded(failure)) throw failure
    await prove(failure, sentAt)
  }
}

/** `status` 0 when the server was not reached. */
function failureOf(error: Error) {
  const { status = 0, code = 'unknown' } = error as Partial<Pick<AuthError, 'status' | 'code'>>
  return new CallError(status, {
    code: isAuthApiError(error) ? String(code) : 'unknown',
    message: authMessageOf(error),
  })
}

/** The verified factors of the login. */
export const listFactors = (): Promise<Factors> =>
  authCall(async (client) => {
    const { data, error } = await client.mfa.listFactors()
    if (!data) return { data, error }
    const { totp, webauthn: passkeys, recovery_code } = data
    return { data: { totp, passkeys, hasRecoveryCodes: recovery_code.length > 0 }, error }
  })

export const verifyCode = (factorId: string, code: string) =>
  authCall((client) => client.mfa.challengeAndVerify({ factorId, code }))

export const verifyRecoveryCode = (code: string) => authCall((client) => client.mfa.recoveryCodes.verify({ code }))

/** Asks the browser for one of the person's passkeys. */
export const verifyPasskey = (factorId: string) =>
  authCall<unknown>((client) => client.mfa.webauthn.authenticate({ factorId }))

/** Begins with an app, which counts as a factor once one of its codes is verified. */
export const addAuthenticator = (friendlyName: string): Promise<NewAuthenticator> =>
  authCall(async (client) => {
    const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName })
    return { data: data && authenticatorOf(data), error }
  })

type Enrolled = { id: string; totp: { qr_code: string; secret: string; uri: string } }

const authenticatorOf = ({ id, totp: { qr_code, secret, uri } }: Enrolled): NewAuthenticator => ({
  id,
  qrCode: pictureOf(qr_code),
  secret,
  uri,
})

/** The SVG in a data URL, encoded: as auth-js returns it, a # in it would end it. */
function pictureOf(dataUrl: string) {
  const comma = dataUrl.indexOf(',')
  return `${dataUrl.slice(0, comma + 1)}${encodeURIComponent(dataUrl.slice(comma + 1))}`
}

export const removeFactor = (factorId: string) => authCall((client) => client.mfa.unenroll({ factorId }))

/** How many recovery codes are left, of a login that has some. */
export const recoveryCodesLeft = () => authCall((client) => client.mfa.recoveryCodes.getStatus())

/** New recovery codes, which replace those there are. They are shown once. */
export async function newRecoveryCodes(): Promise<string[]> {
  const { hasRecoveryCodes } = await listFactors()
  const { codes } = await authCall((client) =>
    hasRecoveryCodes ? client.mfa.recoveryCodes.regenerate() : client.mfa.recoveryCodes.generate(),
  )
  return codes
}
