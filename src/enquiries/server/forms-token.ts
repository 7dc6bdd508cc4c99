// The forms' time trap: the token is the signed time of the form's first focus.
import { createHmac, timingSafeEqual } from 'node:crypto'

const FASTEST_SECONDS = 3

/** What the forms hash and sign with, derived from a secret that all processes share. */
export const formsKeyFrom = (secret: Buffer) => createHmac('sha256', secret).update('public forms').digest()

export const makeFormToken = (key: Buffer, now: Date) => {
  const moment = now.getTime().toString(36)
  return `${moment}.${signatureOf(key, moment)}`
}

/**
 * Whether a form's token gives a robot away: nobody made it, or it was made less than three seconds ago. None at all is
 * what a browser without script sends, and an old one what a person sends who left the page open.
 */
export function isRobotsToken(key: Buffer, token: string, now: Date): boolean {
  if (token === '') return false
  const [, moment, signature] = /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(token) ?? []
  if (!moment || !signature) return true
  if (!timingSafeEqual(Buffer.from(signatureOf(key, moment)), Buffer.from(signature))) return true
  return now.getTime() - Number.parseInt(moment, 36) < FASTEST_SECONDS * 1000
}

const signatureOf = (key: Buffer, moment: string) =>
  createHmac('sha256', key).update(`token\0${moment}`).digest('base64url')
