// A process that makes the nightly backup of a given time, for tests that kill it.
import { openDatabase } from '#platform/database/database.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { backupTasks } from './nightly.ts'

const { connection, folder, at } = JSON.parse(process.argv[2] ?? '')
const database = openDatabase({ ...connection, max: 2 })
const tasks = backupTasks({
  connection,
  database,
  target: { folder, keep: 14, dataDir: folder, isEmbedded: false },
  warn: () => undefined,
  now: () => new Date(at),
  mailer: openMailer({ smtpUrl: undefined, from: 'x', database, threads: threadsOfTests, warn: () => undefined }),
  appUrl: 'https://x.se',
})
await tasks['nightly-backup']?.({})
await database.close()
