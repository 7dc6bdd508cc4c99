// Delivers mails to a mailbox while the two processes that read it are killed in turn. Without Vitest, since a drill does the
// same with more mails and kills.
import { setTimeout as wait } from 'node:timers/promises'
import type { VaultKey } from '#features/vault/server/envelope.ts'
import type { Harness } from '#tests/harness/harness.ts'
import type { Dovecot } from './dovecot.ts'
import type { MailboxScenario } from './mailbox-scenario.ts'
import { killProcess, startReaderProcess } from './reading.ts'

type Killing = {
  h: Harness
  s: MailboxScenario
  dovecot: Dovecot
  key: VaultKey
  mails: number
  kills: number
  /** From 0 to 1; decides when the processes are killed. */
  random?: () => number
}

/** The longest pause between the mail that is waited for and the kill. */
const LATER_MS = 100
const TIMEOUT_MS = 300_000

/** Returns the sorted subjects of the sent and the received mails, once all are read and moved or after TIMEOUT_MS. */
export async function killWhileReading({ h, s, dovecot, key, mails, kills, random = Math.random }: Killing) {
  await s.q('update mailboxes set opens_tickets = false where id = $1', s.mailbox.id)
  const readers = [startReaderProcess(h, key), startReaderProcess(h, key)]
  try {
    await untilTrue(
      async () => (await s.q('select from mailboxes where id = $1 and seen_at is not null', s.mailbox.id)).length > 0,
    )
    const names = Array.from({ length: mails }, (_, index) => `mejl ${String(index).padStart(4, '0')}`)
    const moments = Array.from({ length: kills }, () => Math.ceil(random() * (mails - 1))).sort((a, b) => a - b)
    const delivering = deliver(s, dovecot, names)
    for (const [index, moment] of moments.entries()) {
      await untilTrue(async () => (await readOf(s)).length >= moment)
      await wait(random() * LATER_MS)
      await killProcess(readers[index % 2])
      readers[index % 2] = startReaderProcess(h, key)
    }
    await delivering
    await untilTrue(async () => (await readOf(s)).length >= mails && (await countIn(dovecot, 'INBOX')) === 0)
    const enquiries = await s.q('select message from enquiries where org_id = $1 order by message', s.orgId)
    return {
      sent: names,
      read: await readOf(s),
      enquiries: enquiries.map(({ message }) => String(message).split('\n')[0]),
      left: await countIn(dovecot, 'INBOX'),
      moved: await countIn(dovecot, 'Klart'),
    }
  } finally {
    for (const reader of readers) await killProcess(reader)
  }
}

const readOf = async (s: MailboxScenario): Promise<string[]> =>
  (
    await s.q(
      `select subject from mail_messages where org_id = $1 and outcome <> 'duplicate' order by subject`,
      s.orgId,
    )
  ).map(({ subject }) => subject)

export async function deliver(s: MailboxScenario, dovecot: Dovecot, subjects: string[]) {
  const client = await dovecot.client()
  for (const subject of subjects)
    await client.append('INBOX', s.aMail({ from: 'ny@okand.example', subject, text: subject }))
  await client.logout()
}

export async function countIn(dovecot: Dovecot, folder: string): Promise<number> {
  const client = await dovecot.client()
  const status = await client.status(folder, { messages: true }).catch(() => undefined)
  await client.logout()
  return status ? (status.messages ?? 0) : 0
}

/** False after TIMEOUT_MS; the returned numbers then show what is missing. */
async function untilTrue(check: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await wait(20)) if (await check()) return true
  return false
}
