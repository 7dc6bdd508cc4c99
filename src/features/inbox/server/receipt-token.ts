// The signed part of the address of a receipt: the number of an enquiry, when its answer was promised, and what else the page says.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Confirmed, FormPath } from '../forms.contract.ts'

export type FormReceipt = { number: number; promisedAt: Date | null }

/** What the page of a receipt tells. */
type ToldReceipt = FormReceipt & Confirmed

/** So long can a receipt be reloaded. */
export const RECEIPT_HOURS = 24

/** The bits of what may hold of a form. */
const URGENT = 1
const LEFT_OUT = 2

/** `key` is that of the forms (`formsKeyFrom`). */
export function makeReceiptToken(key: Buffer, path: FormPath, receipt: ToldReceipt, now: Date): string {
  const { number, promisedAt, isUrgent, hasLeftOut } = receipt
  const flags = (isUrgent ? URGENT : 0) + (hasLeftOut ? LEFT_OUT : 0)
  const parts = [number, promisedAt?.getTime() ?? 0, now.getTime(), flags].map((part) => part.toString(36)).join('.')
  return `${parts}.${signatureOf(key, path, parts)}`
}

/** Undefined for a token that is forged, of the other form, or older than RECEIPT_HOURS. */
export function readReceiptToken(key: Buffer, path: FormPath, token: unknown, now: Date): ToldReceipt | undefined {
  if (typeof token !== 'string') return undefined
  const [, parts = '', signature = ''] =
    /^([0-9a-z]{1,7}(?:\.[0-9a-z]{1,10}){2}\.[0-3])\.([\w-]{43})$/.exec(token) ?? []
  const expected = Buffer.from(signatureOf(key, path, parts))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(expected, given)) return undefined
  const [number = 0, promised = 0, issued = 0, flags = 0] = parts.split('.').map((part) => Number.parseInt(part, 36))
  if (now.getTime() - issued > RECEIPT_HOURS * 3_600_000) return undefined
  return {
    number,
    promisedAt: promised === 0 ? null : new Date(promised),
    isUrgent: (flags & URGENT) !== 0,
    hasLeftOut: (flags & LEFT_OUT) !== 0,
  }
}

const signatureOf = (key: Buffer, path: FormPath, parts: string) =>
  createHmac('sha256', key).update(`receipt\0${path}\0${parts}`).digest('base64url')
