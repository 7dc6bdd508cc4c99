import { createHash, createHmac, randomBytes } from 'node:crypto'

/** A random token of 256 bits, for a link or a session. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The hash under which a token is stored: for 256 random bits one round of SHA-256 is enough. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** The next refresh token, derived by HMAC: a repeated refresh, in any process, gets the same one. */
export const childToken = (refreshToken: string, refreshKey: Buffer) =>
  createHmac('sha256', refreshKey).update(`refresh\0${refreshToken}`).digest('base64url')

type Descendant = { hash: Buffer; refreshKey: Buffer; generations: number }

/** The descendant of a refresh token that has this hash; undefined when there is none within `generations`. */
export function descendantToken(
  refreshToken: string,
  { hash, refreshKey, generations }: Descendant,
): string | undefined {
  let descendant = refreshToken
  for (let generation = 0; generation < generations; generation += 1) {
    descendant = childToken(descendant, refreshKey)
    if (hashToken(descendant).equals(hash)) return descendant
  }
  return undefined
}
