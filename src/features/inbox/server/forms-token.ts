// The forms' time-based bot trap: the token is the signed time of the form's first focus.
import { createHmac, timingSafeEqual } from 'node:crypto'

const MIN_SECONDS = 3

/** The key for the HMACs of the forms, derived from a secret that all processes share. */
export const formsKeyFrom = (secret: Buffer) => createHmac('sha256', secret).update('public forms').digest()

/** A token with the current time, signed. */
export const makeFormToken = (key: Buffer, now: Date) => {
  const timestamp = now.getTime().toString(36)
  return `${timestamp}.${signatureOf(key, timestamp)}`
}

/**
 * Whether a form's token indicates a bot: it is forged, or was issued less than three seconds ago. A missing token is valid
 * (browser without JavaScript), as is an old one (page left open).
 */
export function isBotToken(key: Buffer, token: string, now: Date): boolean {
  if (token === '') return false
  const [, timestamp, signature] = /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(token) ?? []
  if (!timestamp || !signature) return true
  if (!timingSafeEqual(Buffer.from(signatureOf(key, timestamp)), Buffer.from(signature))) return true
  return now.getTime() - Number.parseInt(timestamp, 36) < MIN_SECONDS * 1000
}

/** Whether a bot trap matched. */
export const isSuspectForm = (
  key: Buffer,
  { isHoneypotFilled, token }: { isHoneypotFilled: boolean; token: string },
  now: Date,
) => isHoneypotFilled || isBotToken(key, token, now)

const signatureOf = (key: Buffer, timestamp: string) =>
  createHmac('sha256', key).update(`token\0${timestamp}`).digest('base64url')
