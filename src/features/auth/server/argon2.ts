import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

// OWASP's password storage cheat sheet: argon2id with 19 MiB, 2 passes, 1 lane; about 35 ms.
const current = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{22,})$/

type Cost = typeof current

/** The argon2id hash of a password with a new salt, in the PHC string format. */
export async function hash(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return formatPhc(current, salt, await derive('argon2id', parameters(current, password, salt, TAG_BYTES)))
}

/** Whether the password has this hash; compares in constant time. Throws when the text is not such a hash. */
export async function matches(phc: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(phc) ?? []
  if (!salt || !tag) throw new Error('Not an argon2id hash')
  const expected = Buffer.from(tag, 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const nonce = Buffer.from(salt, 'base64')
  return timingSafeEqual(await derive('argon2id', parameters(cost, password, nonce, expected.length)), expected)
}

/** A hash that matches no password and takes as long to verify. */
export const dummyHash = () => formatPhc(current, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))

const parameters = (cost: Cost, password: string, nonce: Buffer, tagLength: number) => ({
  ...cost,
  message: Buffer.from(password, 'utf8'),
  nonce,
  tagLength,
})

const formatPhc = ({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
