// Reads a mail and judges its sender. A large mail is read in a thread of its own, with a limit in time and memory: the
// process answers requests meanwhile, and no mail stops the queue.
import { Worker } from 'node:worker_threads'
import type { SenderProof } from '#mailboxes/mailboxes.contract.ts'
import type { DnsLookup } from './dkim-signature.ts'
import type { IncomingMail } from './mail.ts'
import { fromPlainHeaders, parseMail } from './parse-mail.ts'
import { proofOfSender } from './proof-of-sender.ts'
import type { Receiver } from './server-results.ts'

export type ExaminedMail = { mail: IncomingMail; proof: SenderProof }
export type ExamineMail = (raw: Uint8Array, receiver: Receiver) => Promise<ExaminedMail>

/** Mail up to this size is read in a few milliseconds. */
const LARGE_BYTES = 200_000
const LIMIT_MS = 60_000
const LIMIT_MB = 512

export const examineMail: ExamineMail = (raw, receiver) =>
  raw.length > LARGE_BYTES ? examineInThread(raw, receiver) : examineHere(raw, receiver)

/** The mail without a judgement of its sender: nothing is looked up. */
export const readMail = async (raw: Uint8Array): Promise<IncomingMail> =>
  raw.length > LARGE_BYTES ? (await examineInThread(raw, null)).mail : parseMail(raw)

export async function examineHere(raw: Uint8Array, receiver: Receiver, lookup?: DnsLookup): Promise<ExaminedMail> {
  const mail = await parseMail(raw)
  return { mail, proof: await proofOfSender(mail, raw, receiver, lookup) }
}

/** What a thread does not answer in time is unreadable, and its sender unproven. Without a receiver the mail is only read. */
export function examineInThread(raw: Uint8Array, receiver: Receiver | null, limitMs = LIMIT_MS): Promise<ExaminedMail> {
  const worker = new Worker(new URL('./examine-thread.ts', import.meta.url), {
    workerData: { raw, receiver },
    resourceLimits: { maxOldGenerationSizeMb: LIMIT_MB },
  })
  return new Promise<ExaminedMail>((resolve) => {
    const giveUp = () => resolve({ mail: fromPlainHeaders(raw), proof: 'none' })
    const timer = setTimeout(giveUp, limitMs)
    worker.once('message', (examined: ExaminedMail) => resolve(examined))
    worker.once('error', giveUp)
    worker.once('exit', () => {
      clearTimeout(timer)
      giveUp()
    })
  }).finally(() => void worker.terminate())
}
