// A large mail is parsed and its sender authenticated in a thread with limits of time and memory, so that it
// blocks neither requests nor the mails after it.
import { Worker } from 'node:worker_threads'
import { type ExaminedMail, examineHere } from './examine-here.ts'
import type { IncomingMail } from './incoming-mail.ts'
import { fromPlainHeaders, parseMail } from './parse-mail.ts'
import type { Receiver } from './server-results.ts'

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
