// An authenticator in software, with a key of its own: it makes passkeys and signs as a browser's does, or wrongly on demand.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = { challenge: string }
type CreateOptions = Options & { rp: { id: string }; user: { id: string } }
type GetOptions = Options & { rpId: string }

/** What may differ from a correct response. */
export type Deviations = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  isVerified?: boolean
  isPresent?: boolean
  crossOrigin?: boolean
  userHandle?: string
  /** The counter that the authenticator sends, instead of the next one. */
  signCount?: number
}

const ORIGIN = 'https://support.nordnat.se'
const flags = { present: 1, verified: 4, hasKey: 64 }

export class Authenticator {
  readonly credentialId = randomBytes(32)
  signCount = 0
  userHandle = ''
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  get id() {
    return this.credentialId.toString('base64url')
  }

  /** As the server stores it. */
  get publicKey() {
    return Buffer.from(coseKeyOf(this.#keys.publicKey))
  }

  /** As `navigator.credentials.create()`, in JSON. */
  create({ challenge, rp, user }: CreateOptions, deviations: Deviations = {}) {
    this.userHandle = user.id
    const authData = Buffer.concat([
      this.#head({ rpId: rp.id, hasKey: true }, deviations),
      Buffer.alloc(16),
      Buffer.from([0, this.credentialId.length]),
      this.credentialId,
      coseKeyOf(this.#keys.publicKey),
    ])
    const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', new Uint8Array(authData)],
    ])
    return this.#credential({
      clientDataJSON: clientData({ challenge, type: 'webauthn.create' }, deviations).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** As `navigator.credentials.get()`, in JSON. */
  get({ challenge, rpId }: GetOptions, deviations: Deviations = {}) {
    this.signCount = deviations.signCount ?? this.signCount + 1
    const data = clientData({ challenge, type: 'webauthn.get' }, deviations)
    const authData = this.#head({ rpId, hasKey: false }, deviations)
    const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()])
    return this.#credential({
      clientDataJSON: data.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: deviations.userHandle ?? this.userHandle,
    })
  }

  #head({ rpId, hasKey }: { rpId: string; hasKey: boolean }, deviations: Deviations) {
    const { isPresent = true, isVerified = true } = deviations
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.signCount)
    const set = (isPresent ? flags.present : 0) + (isVerified ? flags.verified : 0) + (hasKey ? flags.hasKey : 0)
    return Buffer.concat([
      createHash('sha256')
        .update(deviations.rpId ?? rpId)
        .digest(),
      Buffer.from([set]),
      counter,
    ])
  }

  #credential<Response extends object>(response: Response) {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    }
  }
}

const clientData = (
  { challenge, type }: { challenge: string; type: string },
  { origin = ORIGIN, crossOrigin = false, ...deviations }: Deviations,
) =>
  Buffer.from(
    JSON.stringify({
      type: deviations.type ?? type,
      challenge: deviations.challenge ?? challenge,
      origin,
      crossOrigin,
    }),
  )

/** COSE: key type EC2, algorithm ES256, curve P-256, and the coordinates. */
function coseKeyOf(publicKey: KeyObject) {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  return Buffer.from(
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    ),
  )
}
