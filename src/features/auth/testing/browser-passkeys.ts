// What jsdom lacks of a browser with passkeys: it asks an authenticator in software, for the product's address.
import { vi } from 'vitest'
import type { Authenticator } from './authenticator.ts'

class Credential {
  readonly toJSON: () => object
  constructor(toJSON: () => object) {
    this.toJSON = toJSON
  }
}

/** Until `vi.unstubAllGlobals()`. */
export function browserPasskeys(authenticator: Authenticator) {
  let isDeclining = false
  const get = async ({ publicKey }: { publicKey: { challenge: ArrayBuffer; rpId: string } }) => {
    if (isDeclining) throw new DOMException('The request is not allowed', 'NotAllowedError')
    const challenge = Buffer.from(publicKey.challenge).toString('base64url')
    return new Credential(() => authenticator.get({ challenge, rpId: publicKey.rpId }))
  }
  vi.stubGlobal('PublicKeyCredential', Credential)
  const credentials = { get, create: () => Promise.reject(new Error('No test makes a passkey here')) }
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true })
  return {
    decline: (declines: boolean) => {
      isDeclining = declines
    },
  }
}
