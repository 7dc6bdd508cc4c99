import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'

// OWASP's figures for scrypt: 128 MB and about half a second a guess.
const COST = { N: 2 ** 17, r: 8, p: 1 }
export const PASSPHRASE_MIN_LENGTH = 12

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
const keyOf = (passphrase: string, salt: Buffer) =>
  derive(passphrase.normalize('NFC'), salt, 32, { ...COST, maxmem: 256 * 1024 * 1024 })

const Locked = z.object({ kdf: z.literal('scrypt-17-8-1'), salt: z.base64(), nonce: z.base64(), text: z.base64() })

/** Encrypts the keys with a passphrase, bound to the time of the backup: AES-256-GCM with a key from scrypt. */
export async function lockKeys(keys: Buffer, passphrase: string, createdAt: string): Promise<Buffer> {
  const salt = randomBytes(16)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce).setAAD(Buffer.from(createdAt))
  const text = Buffer.concat([cipher.update(keys), cipher.final(), cipher.getAuthTag()])
  const locked: z.infer<typeof Locked> = {
    kdf: 'scrypt-17-8-1',
    salt: salt.toString('base64'),
    nonce: nonce.toString('base64'),
    text: text.toString('base64'),
  }
  return Buffer.from(JSON.stringify(locked))
}

/** Decrypts the keys; undefined when the passphrase is wrong. */
export async function unlockKeys(locked: Buffer, passphrase: string, createdAt: string): Promise<Buffer | undefined> {
  const { salt, nonce, text } = Locked.parse(JSON.parse(locked.toString('utf8')))
  const whole = Buffer.from(text, 'base64')
  const key = await keyOf(passphrase, Buffer.from(salt, 'base64'))
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(createdAt)).setAuthTag(whole.subarray(-16))
  try {
    return Buffer.concat([decipher.update(whole.subarray(0, -16)), decipher.final()])
  } catch {
    return undefined
  }
}
