// Reads a mail and judges its sender. A large mail is read in a thread of its own, with a limit in time and memory: the
// process answers requests meanwhile, and no mail stops the queue.
import { Worker } from 'node:worker_threads'
import type { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import { type AddableField, authenticateSender } from './authenticate-sender.ts'
import type { DnsLookup } from './dkim-signature.ts'
import type { IncomingMail } from './mail.ts'
import { fromPlainHeaders, parseMail } from './parse-mail.ts'
import type { Receiver } from './server-results.ts'

export type ExaminedMail = { mail: IncomingMail; authentication: SenderAuthentication }
export type ExamineMail = (raw: Uint8Array, receiver: Receiver) => Promise<ExaminedMail>

/** Whatever is in it, mail up to this size is read within about a tenth of a second; a thread takes half of that to start. */
const LARGE_BYTES = 50_000
const LIMIT_MS = 60_000
const LIMIT_MB = 512

export const examineMail: ExamineMail = (raw, receiver) =>
  isCostly(raw) ? examineInThread(raw, receiver) : examineHere(raw, receiver)

/** The mail without a judgement of its sender: nothing is looked up. */
export const readMail = async (raw: Uint8Array): Promise<IncomingMail> =>
  isCostly(raw) ? (await examineInThread(raw, null)).mail : parseMail(raw)

/** By size alone: what a mail says can be written in too many encodings to be counted before it is decoded. */
export const isCostly = (bytes: Uint8Array): boolean => bytes.length > LARGE_BYTES

export async function examineHere(raw: Uint8Array, receiver: Receiver, lookup?: DnsLookup): Promise<ExaminedMail> {
  const mail = await parseMail(raw)
  const { authentication, unsigned } = await authenticateSender(mail, raw, receiver, lookup)
  return { mail: markUnsigned(mail, unsigned), authentication }
}

/** What stands in fields that the sender's proof does not cover gives no copies, and staff are told of it. */
export const markUnsigned = (mail: IncomingMail, unsigned: readonly AddableField[]): IncomingMail => ({
  ...mail,
  remarks: [
    ...mail.remarks,
    ...(unsigned.includes('reply-to') && mail.replyTo.some(({ address }) => address !== mail.from?.address)
      ? ['unsigned_reply_to' as const]
      : []),
    // One address in To is ours.
    ...((unsigned.includes('cc') && mail.cc.length > 0) || (unsigned.includes('to') && mail.to.length > 1)
      ? ['unsigned_copies' as const]
      : []),
  ],
  copied: [...(unsigned.includes('to') ? [] : mail.to), ...(unsigned.includes('cc') ? [] : mail.cc)],
})

/** What a thread does not answer in time is unreadable, and its sender unproven. Without a receiver the mail is only read. */
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
