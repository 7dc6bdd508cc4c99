// The ceremonies of WebAuthn for this site: what the browser is asked for, and the judgement of what it returns.
import { randomBytes } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { COSEALG, decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'
import { CHALLENGE_MINUTES } from '../factors.rules.ts'
import type { Assertion, CreatedCredential, CreationOptions, RequestOptions } from '../webauthn.contract.ts'

/** The site that passkeys belong to: the host and the origin of APP_URL. */
export type RelyingParty = { id: string; origin: string }

export function relyingPartyOf(appUrl: string): RelyingParty {
  const { hostname, origin } = new URL(appUrl)
  return { id: hostname, origin }
}

/** A registered credential. */
export type Credential = { id: Buffer; publicKey: Buffer; signCount: number; transports: string[] | null }
export type NewCredential = Credential & { isBackedUp: boolean }
type KnownCredential = Pick<Credential, 'id' | 'transports'>

export const newChallenge = () => randomBytes(32)

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]

type NewKey = {
  challenge: Buffer
  userId: string
  email: string
  fullName: string | null
  siteName: string
  /** Authenticators that have one of these refuse to make another. */
  existing: KnownCredential[]
}

/** A discoverable credential that verifies the person, so that it can sign in alone. */
export async function creationOptions(
  { id }: RelyingParty,
  { challenge, userId, email, fullName, siteName, existing }: NewKey,
): Promise<CreationOptions> {
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: siteName,
    userID: userHandleOf(userId),
    userName: email,
    userDisplayName: fullName ?? email,
    challenge: new Uint8Array(challenge),
    timeout: TIMEOUT_MS,
    excludeCredentials: existing.map(referenceTo),
    supportedAlgorithmIDs: ALGORITHMS,
  })
  const authenticatorSelection = { residentKey: 'required', requireResidentKey: true, userVerification: 'required' }
  return { ...options, authenticatorSelection, hints: [] } as CreationOptions
}

export async function requestOptions(
  { id }: RelyingParty,
  challenge: Buffer,
  allowed?: KnownCredential[],
): Promise<RequestOptions> {
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: new Uint8Array(challenge),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(allowed && { allowCredentials: allowed.map(referenceTo) }),
  })
  return { ...options, hints: [] } as RequestOptions
}

/** The new credential; undefined when it is not the answer to this challenge on this site, made with the person verified. */
export async function checkCreated(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  created: CreatedCredential,
): Promise<NewCredential | undefined> {
  const { id, rawId, type, response } = created
  const { transports = [] } = response
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: withoutAttestation(response.attestationObject),
        },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo || registrationInfo.credential.id !== id || isEmbedded(response.clientDataJSON))
      return undefined
    const { credential, credentialBackedUp: isBackedUp } = registrationInfo
    return {
      id: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports,
      isBackedUp,
    }
  } catch {
    return undefined
  }
}

/**
 * None is asked for, and none is judged: the makers' certificates name addresses, which the library would fetch revocations from.
 */
function withoutAttestation(attestationObject: string): string {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const none = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(none))
}

/** What an assertion proves. `isCopied`: its counter has not grown, so another authenticator has the same key. */
type Proof = { signCount: number; isBackedUp: boolean; isCopied: boolean }

/** Undefined when the assertion is not the answer to this challenge on this site, by this key, with the person verified. */
export async function checkAssertion(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  { credential, userId }: { credential: Credential; userId: string },
  { id, rawId, type, response }: Assertion,
): Promise<Proof | undefined> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  if (userHandle && !Buffer.from(userHandle, 'base64url').equals(userHandleOf(userId))) return undefined
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      // The library compares counters before it verifies the signature: anyone could make a key look copied.
      credential: { id, publicKey: new Uint8Array(credential.publicKey), counter: 0 },
    })
    if (!verified || isEmbedded(clientDataJSON)) return undefined
    const { newCounter: signCount, credentialBackedUp: isBackedUp } = authenticationInfo
    // Synced passkeys do not count: they stay at 0.
    const isCopied = signCount <= credential.signCount && (signCount > 0 || credential.signCount > 0)
    return { signCount, isBackedUp, isCopied }
  } catch {
    return undefined
  }
}

/** Whether the page was in a frame of another site; the product refuses to be framed. */
const isEmbedded = (clientDataJSON: string) =>
  JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')).crossOrigin === true

/** The id of a login as authenticators store it. */
const userHandleOf = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))

const referenceTo = ({ id, transports }: KnownCredential) => ({
  id: id.toString('base64url'),
  ...(transports && { transports }),
})
