// AES-256-GCM: format byte, 96-bit random nonce, ciphertext, 128-bit tag. What a text belongs to is authenticated with it.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export const KEY_BYTES = 32
const ALGORITHM = 'aes-256-gcm'
const FORMAT = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type VaultKey = { id: string; key: Buffer }
/** Which row a text is for: an envelope that is moved to another one cannot be opened there. */
export type Place = { orgId: string; customerId: string; version: number }
export type Sealed = { keyId: string | null; envelope: Buffer }

/** A stored text cannot be opened; nothing of it is known, and it must never be taken for an empty one. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly reason: 'key' | 'format' | 'content'

  constructor(reason: Unreadable['reason']) {
    super(`Stored technical information cannot be opened: ${reason}`)
    this.reason = reason
  }
}

/** A key's id is its fingerprint, so that no other key can pass for it. */
export const keyIdOf = (key: Buffer) =>
  createHash('sha256').update('vault key\0').update(key).digest('base64url').slice(0, 16)

export function makeVaultKey(): VaultKey {
  const key = randomBytes(KEY_BYTES)
  return { id: keyIdOf(key), key }
}

/** Encrypts a text for one row; an empty text is an empty envelope without a key. */
export function seal(text: string, place: Place, { id, key }: VaultKey): Sealed {
  if (text === '') return sealedEmpty
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundTo(place))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { keyId: id, envelope: Buffer.concat([Buffer.of(FORMAT), nonce, content, cipher.getAuthTag()]) }
}

export const sealedEmpty: Sealed = { keyId: null, envelope: Buffer.alloc(0) }

/** The text of an envelope. Throws Unreadable for an unknown key or format, and when a single bit or its place differs. */
export function unseal({ keyId, envelope }: Sealed, place: Place, key: Buffer | undefined): string {
  if (keyId === null && envelope.length === 0) return ''
  if (keyId === null || !key) throw new Unreadable('key')
  const { nonce, content, tag } = partsOf(envelope)
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(boundTo(place))
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
  } catch {
    throw new Unreadable('content')
  }
}

function partsOf(envelope: Buffer) {
  if (envelope[0] !== FORMAT || envelope.length <= 1 + NONCE_BYTES + TAG_BYTES) throw new Unreadable('format')
  return {
    nonce: envelope.subarray(1, 1 + NONCE_BYTES),
    content: envelope.subarray(1 + NONCE_BYTES, -TAG_BYTES),
    tag: envelope.subarray(-TAG_BYTES),
  }
}

/** The tag an envelope has, and the one it would have at another place; for `misbound.ts` alone, which judges nothing by it. */
export function tagsOf(envelope: Buffer, key: Buffer) {
  const { nonce, content, tag } = partsOf(envelope)
  const text = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).update(content)
  return {
    stored: tag,
    at: (place: Place) => {
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(boundTo(place)).update(text)
      cipher.final()
      return cipher.getAuthTag()
    },
  }
}

const boundTo = ({ orgId, customerId, version }: Place) => Buffer.from(`${orgId}\0${customerId}\0${version}`)
