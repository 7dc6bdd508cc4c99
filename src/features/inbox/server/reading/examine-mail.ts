// Parses a mail and authenticates its sender. A large mail is parsed in a thread with limits of time and memory, so that it
// blocks neither requests nor the mails after it.
import { Worker } from 'node:worker_threads'
import type { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import { type AddableField, authenticateSender } from './authenticate-sender.ts'
import type { DnsLookup } from './dkim-signature.ts'
import type { IncomingMail } from './mail.ts'
import { fromPlainHeaders, parseMail } from './parse-mail.ts'
import type { Receiver } from './server-results.ts'

export type ExaminedMail = { mail: IncomingMail; authentication: SenderAuthentication }
export type ExamineMail = (raw: Uint8Array, receiver: Receiver) => Promise<ExaminedMail>

/** Mail up to this size is parsed within about 0.1 s, whatever it contains; starting a thread takes half of that. */
const LARGE_BYTES = 50_000
const LIMIT_MS = 60_000
const LIMIT_MB = 512

export const examineMail: ExamineMail = (raw, receiver) =>
  isCostly(raw) ? examineInThread(raw, receiver) : examineHere(raw, receiver)

/** Parses the mail without authenticating its sender, and so without DNS queries. */
export const readMail = async (raw: Uint8Array): Promise<IncomingMail> =>
  isCostly(raw) ? (await examineInThread(raw, null)).mail : parseMail(raw)

/** Judged by size only: costly structures may be hidden in encodings and cannot be counted before decoding. */
export const isCostly = (bytes: Uint8Array): boolean => bytes.length > LARGE_BYTES

export async function examineHere(raw: Uint8Array, receiver: Receiver, lookup?: DnsLookup): Promise<ExaminedMail> {
  const mail = await parseMail(raw)
  const { authentication, unsigned } = await authenticateSender(mail, raw, receiver, lookup)
  return { mail: markUnsigned(mail, unsigned), authentication }
}

/** Addresses in fields that the authentication does not cover get no copies; remarks show this to staff. */
export const markUnsigned = (mail: IncomingMail, unsigned: readonly AddableField[]): IncomingMail => ({
  ...mail,
  remarks: [
    ...mail.remarks,
    ...(unsigned.includes('reply-to') && mail.replyTo.some(({ address }) => address !== mail.from?.address)
      ? ['unsigned_reply_to' as const]
      : []),
    // One of the addresses in To is ours.
    ...((unsigned.includes('cc') && mail.cc.length > 0) || (unsigned.includes('to') && mail.to.length > 1)
      ? ['unsigned_copies' as const]
      : []),
  ],
  copied: [...(unsigned.includes('to') ? [] : mail.to), ...(unsigned.includes('cc') ? [] : mail.cc)],
})

/**
 * A mail that a thread does not finish in time is unreadable and its sender unauthenticated. Without a receiver it is only
 * parsed.
 */
export function examineInThread(raw: Uint8Array, receiver: Receiver | null, limitMs = LIMIT_MS): Promise<ExaminedMail> {
  const worker = new Worker(new URL('./examine-thread.ts', import.meta.url), {
    workerData: { raw, receiver },
    resourceLimits: { maxOldGenerationSizeMb: LIMIT_MB },
  })
  return new Promise<ExaminedMail>((resolve) => {
    const giveUp = () => resolve({ mail: fromPlainHeaders(raw), authentication: 'none' })
    const timer = setTimeout(giveUp, limitMs)
    worker.once('message', (examined: ExaminedMail) => resolve(examined))
    worker.once('error', giveUp)
    worker.once('exit', () => {
      clearTimeout(timer)
      giveUp()
    })
  }).finally(() => void worker.terminate())
}
