// 'Prova': signs in to a mailbox as the reader does, and returns the outcomes that its last mails would have. Receives nothing.
import { setTimeout as wait } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import type { VaultKeys } from '#features/vault/server/vault-keys.ts'
import { HostUnreachable, type OutgoingGuard } from '#platform/http/outgoing-guard.ts'
import { type MailboxTrial, TRIED_MAILS } from '../mailboxes.contract.ts'
import { UNSOLICITED_BYTES } from './imap/byte-limit.ts'
import { type Connected, connectTo } from './imap/connect.ts'
import { failureText } from './imap/failure-text.ts'
import { receiverOf } from './imap/read-folder.ts'
import { findServer } from './mailboxes.queries.ts'
import type { ExamineMail } from './reading/examine-mail.ts'
import { fromPlainHeaders } from './reading/parse-mail.ts'
import { foreseeRoute } from './receive-mail.ts'
import { tryPlusAddress } from './try-plus-address.ts'

type Parts = Parameters<typeof tryPlusAddress>[0] & {
  vaultKeys: VaultKeys
  guard: OutgoingGuard
  examine: ExamineMail
  loginUrl?: string
  trialMs?: number
}
type Server = Awaited<ReturnType<typeof findServer>>

/** Leaves time for the response to reach the browser within 10 s. */
const TRIAL_MS = 9_000
/** The most that one mail may take. */
const MAIL_MS = 3_000
/** Of larger mails only BEGINNING_BYTES are read, for sender and subject. */
const TRIED_BYTES_MAX = 1024 * 1024
const BEGINNING_BYTES = 16 * 1024

export async function tryMailbox({ trialMs = TRIAL_MS, ...parts }: Parts, id: string): Promise<MailboxTrial> {
  const ended = new AbortController()
  const until = performance.now() + trialMs
  const moment = wait(trialMs, undefined, { signal: ended.signal }).catch(() => undefined)
  try {
    const server = await parts.database.as('jobs', (db) => findServer(db, id))
    return await signInAndTry(parts, server, { until, moment })
  } finally {
    ended.abort()
  }
}

type Limit = { until: number; moment: Promise<void> }

async function signInAndTry(parts: Parts, server: Server, { until, moment }: Limit): Promise<MailboxTrial> {
  const left = () => Math.max(1, until - performance.now())
  const connecting = connectTo(server, parts, { withinMs: left() })
  const tooLate = moment.then(() => Promise.reject(new HostUnreachable('no answer in time')))
  try {
    const connected = await Promise.race([connecting, tooLate])
    // Sends the trial mail to the address with a tag while the last mails are read.
    const plus = tryPlusAddress({ ...parts, plusWaitMs: left() }, server)
    const tried: Tried = { mails: [], total: 0 }
    await Promise.race([tryLastMails(connected, parts, server, tried), moment])
    const outcome = await Promise.race([plus, moment.then(() => 'not_found' as const)])
    return { problem: null, plus: outcome, mails: [...tried.mails], total: tried.total }
  } catch (error) {
    return { problem: failureText(error, server), plus: null, mails: [], total: 0 }
  } finally {
    // Closes a connection that is established too late, too.
    void connecting.then(({ client }) => client.close()).catch(() => undefined)
  }
}

type Tried = Pick<MailboxTrial, 'mails' | 'total'>
type LastMail = { folder: string; uid: number; size: number; receivedAt: Date }

/** Adds each mail as soon as it is tried, so that those are returned when time runs out. */
async function tryLastMails({ client, allow }: Connected, parts: Parts, server: Server, tried: Tried) {
  allow(UNSOLICITED_BYTES)
  const last = await listLast(client, server)
  tried.total = last.length
  let open = ''
  for (const mail of last) {
    if (mail.folder !== open) await client.mailboxOpen(mail.folder, { readOnly: true })
    open = mail.folder
    allow(TRIED_BYTES_MAX + UNSOLICITED_BYTES)
    const source = mail.size > TRIED_BYTES_MAX ? { maxLength: BEGINNING_BYTES } : true
    const fetched = await client.fetchOne(String(mail.uid), { uid: true, source }, { uid: true })
    const raw = fetched ? fetched.source : undefined
    if (raw) tried.mails.push(await tryMail(parts, server, mail, raw))
    else tried.total--
  }
}

/** The last mails of the folder that is read and of the folder for read mail, the newest first. */
async function listLast(client: ImapFlow, { folder, doneFolder }: Server): Promise<LastMail[]> {
  const mails = await listLastOf(client, folder)
  // The folder for read mail does not exist before the first mail is moved.
  if (doneFolder !== null && doneFolder !== folder)
    mails.push(...(await listLastOf(client, doneFolder).catch(() => [])))
  return mails.sort((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime()).slice(0, TRIED_MAILS)
}

async function listLastOf(client: ImapFlow, folder: string): Promise<LastMail[]> {
  const { exists } = await client.mailboxOpen(folder, { readOnly: true })
  if (exists === 0) return []
  const range = `${Math.max(1, exists - TRIED_MAILS + 1)}:*`
  const facts = await client.fetchAll(range, { uid: true, size: true, internalDate: true })
  return facts.map(({ uid, size = 0, internalDate }) => ({
    folder,
    uid,
    size,
    receivedAt: new Date(internalDate ?? 0),
  }))
}

async function tryMail(
  { database, threads, examine }: Parts,
  server: Server,
  { size, receivedAt }: LastMail,
  raw: Uint8Array,
): Promise<MailboxTrial['mails'][number]> {
  const examined =
    size > TRIED_BYTES_MAX
      ? undefined
      : await Promise.race([examine(raw, receiverOf(server)), wait(MAIL_MS, undefined, { ref: false })]).catch(
          () => undefined,
        )
  const { from, subject } = examined?.mail ?? fromPlainHeaders(raw)
  if (!examined) return { from: from?.address ?? '', subject, authentication: null, expected: null }
  const route = await database.as('jobs', (db) => foreseeRoute(db, threads, server, { receivedAt }, examined))
  const reason = route.outcome === 'enquiry' ? route.reason : null
  return {
    from: from?.address ?? '',
    subject,
    authentication: examined.authentication,
    expected: { outcome: route.outcome, reason },
  }
}
