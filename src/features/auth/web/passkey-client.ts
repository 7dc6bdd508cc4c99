// The calls of auth-js for passkeys, loaded when somebody uses one.
import type { Passkey } from '../passkeys.contract.ts'
import { authMessageOf } from './auth-error.ts'
import { authCall } from './factor-client.ts'
import { authClient } from './session.ts'

/** Signs in; the screens react to the event. Returns why it failed, in Swedish. */
export async function signInByPasskey(): Promise<string | undefined> {
  try {
    const { error } = await (await authClient()).signInWithPasskey()
    return error ? authMessageOf(error) : undefined
  } catch (error) {
    return authMessageOf(error)
  }
}

export const listPasskeys = (): Promise<Passkey[]> =>
  authCall(async (client) => {
    const { data, error } = await client.passkey.list()
    return { data: data as Passkey[] | null, error }
  })

/** Asks the browser for a new passkey. The session then counts as proved by it. */
export async function addPasskey(): Promise<void> {
  await authCall((client) => client.registerPasskey())
  // The token says the former level until then; the server reads the session.
  await (await authClient()).refreshSession()
}

export const renamePasskey = (passkeyId: string, friendlyName: string) =>
  authCall((client) => client.passkey.update({ passkeyId, friendlyName }))

export const removePasskey = (passkeyId: string) => authCall((client) => client.passkey.delete({ passkeyId }))
