// The calls of auth-js for the passkeys of the signed-in person.
import type { Passkey } from '../passkeys.contract.ts'
import { authCall } from './factor-client.ts'
import { authClient } from './session.ts'

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
