import { createHash, createHmac, randomBytes } from 'node:crypto'

/** A new secret of 256 bits, for a link or a session. */
export const newToken = () => randomBytes(32).toString('base64url')

/** How a secret is stored: it has 256 bits itself, so that one round is enough. */
export const hashToken = (secret: string) => createHash('sha256').update(secret).digest()

/** A refresh token's only child: a repeated refresh, in whatever process, is answered with the same one. */
export const childToken = (refreshToken: string, refreshKey: Buffer) =>
  createHmac('sha256', refreshKey).update(`refresh\0${refreshToken}`).digest('base64url')

type Descent = { hash: Buffer; refreshKey: Buffer; generations: number }

/** The descendant of a refresh token that has this hash; undefined when there is none within so many generations. */
export function descendantToken(refreshToken: string, { hash, refreshKey, generations }: Descent): string | undefined {
  let descendant = refreshToken
  for (let generation = 0; generation < generations; generation += 1) {
    descendant = childToken(descendant, refreshKey)
    if (hashToken(descendant).equals(hash)) return descendant
  }
  return undefined
}
