// Reads a mail and judges its sender. A large or intricate mail is read in a thread of its own, with a limit in time and memory: the
// process answers requests meanwhile, and no mail stops the queue.
import { Worker } from 'node:worker_threads'
import type { SenderProof } from '#mailboxes/mailboxes.contract.ts'
import type { DnsLookup } from './dkim-signature.ts'
import type { IncomingMail } from './mail.ts'
import { fromPlainHeaders, parseMail } from './parse-mail.ts'
import { type AddableField, proofOfSender } from './proof-of-sender.ts'
import type { Receiver } from './server-results.ts'

export type ExaminedMail = { mail: IncomingMail; proof: SenderProof }
export type ExamineMail = (raw: Uint8Array, receiver: Receiver) => Promise<ExaminedMail>

/** Mail up to this size, with so many tags and boundaries, is read within about a tenth of a second. */
const LARGE_BYTES = 200_000
const MANY_MARKS = 3_000
const LIMIT_MS = 60_000
const LIMIT_MB = 512

export const examineMail: ExamineMail = (raw, receiver) =>
  isCostly(raw) ? examineInThread(raw, receiver) : examineHere(raw, receiver)

/** The mail without a judgement of its sender: nothing is looked up. */
export const readMail = async (raw: Uint8Array): Promise<IncomingMail> =>
  isCostly(raw) ? (await examineInThread(raw, null)).mail : parseMail(raw)

/** Whether a mail takes long to read: by its size, its tags or its parts. Elements inside each other take the square. */
export function isCostly(bytes: Uint8Array): boolean {
  if (bytes.length > LARGE_BYTES) return true
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const encoded = text.match(base64Lines) ?? []
  const decoded = encoded.map((lines) => Buffer.from(lines, 'base64').toString('latin1'))
  return [text, ...decoded].reduce((marks, one) => marks + (one.match(mark)?.length ?? 0), 0) > MANY_MARKS
}

const mark = /<|^--/gm
const base64Lines = /(?:^[\w+/=]{20,}\r?\n)+/gm

export async function examineHere(raw: Uint8Array, receiver: Receiver, lookup?: DnsLookup): Promise<ExaminedMail> {
  const mail = await parseMail(raw)
  const { proof, unsigned } = await proofOfSender(mail, raw, receiver, lookup)
  return { mail: markUnsigned(mail, unsigned), proof }
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
