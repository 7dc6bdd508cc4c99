import { createHash, createHmac, randomBytes } from 'node:crypto'

/** A random token of 256 bits, for a link or a session. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The hash under which a token is stored: for 256 random bits one round of SHA-256 is enough. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/**
 * The next refresh token of a session, derived by HMAC from the stored hash of the live one: a repeated refresh, in any process,
 * gets the same one, and so does a change of the session's level, which has no refresh token.
 */
export const childToken = (tokenHash: Buffer, refreshKey: Buffer) =>
  createHmac('sha256', refreshKey).update('child\0').update(tokenHash).digest('base64url')

/** As tokens were derived by 1.0.0: from the token. A response of it may have been lost. */
const formerChild = (refreshToken: string, refreshKey: Buffer) =>
  createHmac('sha256', refreshKey).update(`refresh\0${refreshToken}`).digest('base64url')

type Descendant = { hash: Buffer; refreshKey: Buffer; generations: number }

/** The descendant of a refresh token that has this hash; undefined when there is none within `generations`. */
export function descendantToken(
  refreshToken: string,
  { hash, refreshKey, generations }: Descendant,
): string | undefined {
  let former = refreshToken
  for (let used = 0; used < generations; used += 1) {
    let descendant = former
    for (let generation = used; generation < generations; generation += 1) {
      descendant = childToken(hashToken(descendant), refreshKey)
      if (hashToken(descendant).equals(hash)) return descendant
    }
    former = formerChild(former, refreshKey)
    if (hashToken(former).equals(hash)) return former
  }
  return undefined
}
