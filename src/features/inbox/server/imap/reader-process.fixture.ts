// A process that reads the mailboxes of a database, for tests that kill it while it does.
import { vaultKeysOf } from '#features/vault/server/vault-keys.ts'
import { openDatabase } from '#platform/database/database.ts'
import { guardOfTests } from '#platform/http/testing/guard-of-tests.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { examineHere } from '../reading/examine-here.ts'
import { startMailboxReaders } from './mailbox-readers.ts'

const { connection, key, every } = JSON.parse(process.argv[2] ?? '')
startMailboxReaders({
  connection,
  database: openDatabase({ ...connection, max: 2 }),
  threads: threadsOfTests,
  guard: guardOfTests(),
  vaultKeys: vaultKeysOf([{ id: key.id, key: Buffer.from(key.key, 'hex') }]),
  // The domains of the test are not in the DNS.
  examine: (raw, receiver) => examineHere(raw, receiver, async () => []),
  checksFiles: false,
  receipts: { key: Buffer.alloc(32, 7), perDay: 0 },
  warn: (facts, text) => process.stdout.write(`${text} ${JSON.stringify(facts)}\n`),
  every,
})
