// A process that sends the queue's mail, for tests that kill it while it does.
import { openDatabase } from '#platform/database/database.ts'
import { startJobs } from '#platform/jobs/job-catalogue.ts'
import { openMailer } from './mail.ts'
import { threadsOfTests } from './testing/mail-threads.ts'

const [connection, smtpUrl] = [JSON.parse(process.argv[2] ?? ''), process.argv[3]]
const warn = (text: string) => process.stdout.write(`${text}\n`)
const database = openDatabase({ ...connection, max: 2 })
const mailer = openMailer({ smtpUrl, from: 'Nordnät <no-reply@nordnat.se>', database, threads: threadsOfTests, warn })
await startJobs({
  connection,
  tasks: {
    mail: async (_payload, job) => {
      await mailer.send({ orgId: null, to: 'anna@example.se', subject: 'Hej', text: 'Hej Anna!' }, job)
    },
  },
  log: () => undefined,
  watch: { checkEveryMs: 50, abandonedAfterMs: 300 },
})
