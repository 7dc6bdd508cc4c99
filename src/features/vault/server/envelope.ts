// AES-256-GCM: format byte, 96-bit random nonce, ciphertext, 128-bit tag. A text's row is authenticated as additional data (AAD).
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export const KEY_BYTES = 32
const ALGORITHM = 'aes-256-gcm'
const FORMAT = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type VaultKey = { id: string; key: Buffer }
/** The row that a text is bound to: an envelope copied to another row cannot be decrypted. */
export type RowBinding = { orgId: string; customerId: string; version: number }
export type Sealed = { keyId: string | null; envelope: Buffer }

/** A stored text cannot be decrypted. It must never be treated as an empty text. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly reason: 'key' | 'format' | 'content'

  constructor(reason: Unreadable['reason']) {
    super(`Stored technical information cannot be opened: ${reason}`)
    this.reason = reason
  }
}

/** The id of a key: its fingerprint, which identifies exactly this key. */
export const keyIdOf = (key: Buffer) =>
  createHash('sha256').update('vault key\0').update(key).digest('base64url').slice(0, 16)

export function makeVaultKey(): VaultKey {
  const key = randomBytes(KEY_BYTES)
  return { id: keyIdOf(key), key }
}

/** Encrypts a text for one row; an empty text gives an empty envelope without a key. */
export function seal(text: string, row: RowBinding, { id, key }: VaultKey): Sealed {
  if (text === '') return sealedEmpty
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(additionalData(row))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { keyId: id, envelope: Buffer.concat([Buffer.of(FORMAT), nonce, content, cipher.getAuthTag()]) }
}

export const sealedEmpty: Sealed = { keyId: null, envelope: Buffer.alloc(0) }

/** Decrypts an envelope. Throws Unreadable for an unknown key or format, and when any bit or its row differs. */
export function unseal({ keyId, envelope }: Sealed, row: RowBinding, key: Buffer | undefined): string {
  if (keyId === null && envelope.length === 0) return ''
  if (keyId === null || !key) throw new Unreadable('key')
  const { nonce, content, tag } = partsOf(envelope)
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(additionalData(row))
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

/** The stored tag of an envelope, and the tag it would have in another row; only for the diagnosis in mixed-case-ids.ts. */
export function tagsOf(envelope: Buffer, key: Buffer) {
  const { nonce, content, tag } = partsOf(envelope)
  const text = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).update(content)
  return {
    stored: tag,
    at: (row: RowBinding) => {
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(additionalData(row)).update(text)
      cipher.final()
      return cipher.getAuthTag()
    },
  }
}

const additionalData = ({ orgId, customerId, version }: RowBinding) =>
  Buffer.from(`${orgId}\0${customerId}\0${version}`)
