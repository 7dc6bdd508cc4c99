// Reads the mailbox of a scenario in a real Dovecot, in this process or in processes of their own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { seal, type VaultKey } from '#features/vault/server/envelope.ts'
import { vaultKeysOf } from '#features/vault/server/vault-keys.ts'
import type { OutgoingGuard } from '#platform/http/outgoing-guard.ts'
import { guardOfTests } from '#platform/http/testing/guard-of-tests.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import type { Harness } from '#tests/harness/harness.ts'
import { startMailboxReaders } from '../server/imap/mailbox-readers.ts'
import { examineHere } from '../server/reading/examine-here.ts'
import type { ExamineMail } from '../server/reading/examine-mail.ts'
import { rowOfSecret } from '../server/secret-row.ts'
import { type Dovecot, PASSWORD } from './dovecot.ts'
import { type MailboxScenario, receiptsOfTests } from './mailbox-scenario.ts'

type Connected = { doneFolder?: string | null; readDays?: number; password?: string; authservId?: string }

/** Points the scenario's mailbox at the server and activates it. */
export async function connectMailbox(
  s: MailboxScenario,
  { port }: Pick<Dovecot, 'port'>,
  key: VaultKey,
  { doneFolder = 'Klart', readDays = 0, password = PASSWORD, authservId }: Connected = {},
) {
  const { envelope, keyId } = seal(password, rowOfSecret(s.mailbox), key)
  await s.q(
    `update mailboxes set port = $2, secret = $3, key_id = $4, done_folder = $5, read_days = $6, authserv_id = $7,
       is_active = true where id = $1`,
    ...[s.mailbox.id, port, envelope, keyId, doneFolder, readDays, authservId ?? null],
  )
}

export const everyOfTests = { refreshMs: 100, pollMs: 500, retryMs: 100 }

type Reading = {
  every?: typeof everyOfTests
  warn?: (facts: object) => void
  guard?: OutgoingGuard
  examine?: ExamineMail
}

/** Readers in this process, without DNS, since the domains of the tests are not in it. */
export const startReaders = (
  { test, database }: Pick<Harness, 'test' | 'database'>,
  key: VaultKey,
  {
    every = everyOfTests,
    warn = () => undefined,
    guard = guardOfTests({ greetingMs: 1_000 }),
    examine = (raw, receiver) => examineHere(raw, receiver, async () => []),
  }: Reading = {},
) =>
  startMailboxReaders({
    connection: test.connection,
    database,
    threads: threadsOfTests,
    vaultKeys: vaultKeysOf([key]),
    guard,
    warn,
    checksFiles: false,
    receipts: receiptsOfTests,
    every,
    examine,
  })

/** A process that reads the mailboxes of the harness’s database. */
export function startReaderProcess(
  { test }: Pick<Harness, 'test'>,
  key: VaultKey,
  every = { refreshMs: 200, pollMs: 1_000, retryMs: 200 },
): ChildProcess {
  const file = fileURLToPath(new URL('../server/imap/reader-process.fixture.ts', import.meta.url))
  const input = { connection: test.connection, key: { id: key.id, key: key.key.toString('hex') }, every }
  return spawn(process.execPath, [file, JSON.stringify(input)], { stdio: 'ignore' })
}

export async function killProcess(child: ChildProcess | undefined) {
  child?.kill('SIGKILL')
  if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
