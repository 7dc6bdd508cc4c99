// Reads every active mailbox of the installation. Each mailbox is read by one process at a time, which holds an advisory lock;
// the database releases it when the process or its connection ends, and another process takes over.
import { setTimeout as wait } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import pg from 'pg'
import type { VaultKeys } from '#features/vault/server/vault-keys.ts'
import { tryLockAdvisory, unlockAdvisory } from '#platform/database/advisory-locks.ts'
import type { OutgoingGuard } from '#platform/http/outgoing-guard.ts'
import { SEARCH_BYTES, UNSOLICITED_BYTES } from './byte-limit.ts'
import { connectTo } from './connect.ts'
import { failureText } from './failure-text.ts'
import { type OpenFolder, openFolder, type ReaderParts, readNewMail } from './read-folder.ts'
import { listActive, type MailboxToRead, noteFailure, noteSeen } from './reader.queries.ts'

type Parts = ReaderParts & {
  connection: pg.ClientConfig
  vaultKeys: VaultKeys
  guard: OutgoingGuard
  /** How often mailboxes and locks are checked, and a mailbox is polled besides IDLE. */
  every?: { refreshMs: number; pollMs: number; retryMs: number }
}

const usual = { refreshMs: 10_000, pollMs: 60_000, retryMs: 5_000 }
const RETRY_MAX_MS = 300_000

/** Starts reading; `stop` waits for the mail that is being read. */
export function startMailboxReaders({ every = usual, ...given }: Omit<Parts, 'failures'>) {
  const parts = { ...given, failures: new Map<string, number>() }
  const stopping = new AbortController()
  const readers = new Map<string, Reader>()
  const locks = openLocks(parts.connection)
  const look = async () => {
    const active = await parts.database.as('jobs', listActive)
    for (const [id, reader] of readers) {
      const now = active.find((one) => one.id === id)
      if (now?.version === reader.version && locks.holds(id)) continue
      readers.delete(id)
      await reader.stop()
      await locks.release(id)
    }
    for (const mailbox of active) {
      if (readers.has(mailbox.id) || !(await locks.take(mailbox.id))) continue
      readers.set(mailbox.id, startReader(parts, mailbox, every))
    }
  }
  const run = async () => {
    while (!stopping.signal.aborted) {
      await look().catch((error: Error) => parts.warn({ reason: error.message }, 'the mailboxes could not be listed'))
      await pause(every.refreshMs, stopping.signal)
    }
    await Promise.all([...readers.values()].map((reader) => reader.stop()))
    await locks.close()
  }
  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

type Reader = { version: number; stop: () => Promise<void> }

function startReader(parts: Omit<Parts, 'every'>, mailbox: MailboxToRead, every: typeof usual): Reader {
  const stopping = new AbortController()
  const run = async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      let notifyAfterMs = Number.POSITIVE_INFINITY
      try {
        await readUntilClosed(parts, mailbox, every.pollMs, stopping.signal, () => {
          failures = 0
        })
      } catch (error) {
        if (stopping.signal.aborted) break
        const failure = failureText(error, mailbox)
        parts.warn({ mailbox: mailbox.id, reason: failure }, 'a mailbox could not be read')
        notifyAfterMs = await parts.database
          .as('jobs', (db) => noteFailure(db, mailbox, failure))
          .then(({ notifyAfterSeconds }) => (notifyAfterSeconds ?? Number.POSITIVE_INFINITY) * 1000)
          .catch(() => Number.POSITIVE_INFINITY)
      }
      // Retries at the latest when administrators are due to be notified, since reading may work by then.
      const retryMs = Math.min(every.retryMs * 2 ** failures++, RETRY_MAX_MS)
      await pause(Math.min(retryMs, Math.max(notifyAfterMs, every.retryMs)), stopping.signal)
    }
  }
  const running = run()
  return {
    version: mailbox.version,
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

/** Reads, waits for IDLE or the next poll, and reads again, until the connection ends. */
async function readUntilClosed(
  parts: Omit<Parts, 'every'>,
  mailbox: MailboxToRead,
  pollMs: number,
  signal: AbortSignal,
  onRead: () => void,
) {
  const connected = await connectTo(mailbox, parts, { signal })
  const { client, allow } = connected
  const waiting = waitForMail(client, signal)
  try {
    allow(SEARCH_BYTES)
    const folder = await openFolder(parts, client, mailbox)
    while (!signal.aborted) {
      await readNewMail(parts, connected, mailbox, folder)
      await parts.database.as('jobs', (db) => noteSeen(db, mailbox, problemOf(mailbox, folder)))
      onRead()
      allow(UNSOLICITED_BYTES)
      await waiting.next(pollMs)
    }
  } finally {
    waiting.stop()
    client.close()
  }
}

const problemOf = ({ doneFolder }: MailboxToRead, { unmoved }: OpenFolder) =>
  unmoved.length === 0
    ? null
    : `Läsningen fungerar, men ${unmoved.length === 1 ? 'ett läst mejl' : `${unmoved.length} lästa mejl`} kan inte flyttas till ${doneFolder}. Är brevlådan full? Då kommer nya mejl inte heller fram. Töm den, eller välj en annan mapp.`

/**
 * `next` resolves when the server reports new mail, at the next poll and when the reader stops; rejects when the connection
 * ends.
 */
function waitForMail(client: ImapFlow, signal: AbortSignal) {
  let wake: () => void = () => undefined
  let hasNews = false
  const onNews = () => {
    hasNews = true
    wake()
  }
  const events = ['exists', 'close'] as const
  for (const event of events) client.on(event, onNews)
  signal.addEventListener('abort', onNews)
  return {
    next: async (pollMs: number) => {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      if (!hasNews && !signal.aborted) {
        const timer = setTimeout(wake, pollMs)
        // IDLE ends with the next command; its errors are those of the connection, which is checked below.
        void client.idle().catch(() => undefined)
        await woken
        clearTimeout(timer)
      }
      hasNews = false
      if (!client.usable && !signal.aborted) throw new Error('the connection ended')
    },
    stop: () => {
      for (const event of events) client.off(event, onNews)
      signal.removeEventListener('abort', onNews)
    },
  }
}

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => undefined)

/** Session-level locks on one connection; when it ends, all are lost and taken again. */
function openLocks(connection: pg.ClientConfig) {
  let client: pg.Client | undefined
  const held = new Set<string>()
  const connected = async () => {
    if (client) return client
    const opened = new pg.Client({ ...connection, keepAlive: true })
    const forget = () => {
      if (client !== opened) return
      client = undefined
      held.clear()
    }
    opened.on('error', forget).on('end', forget)
    await opened.connect()
    client = opened
    return opened
  }
  return {
    holds: (id: string) => held.has(id),
    take: async (id: string) => {
      const isTaken = await tryLockAdvisory(await connected(), 'mailbox', id)
      if (isTaken) held.add(id)
      return isTaken
    },
    release: async (id: string) => {
      if (client && held.delete(id)) await unlockAdvisory(client, 'mailbox', id)
    },
    close: async () => {
      await client?.end().catch(() => undefined)
    },
  }
}
