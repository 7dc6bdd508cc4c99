import type { Database } from '#platform/database/database.ts'
import { type Schedule, startJobs, type Tasks } from '#platform/jobs/job-catalogue.ts'
import { type Mailer, openMailer } from '#platform/mail/mail.ts'
import type { MailThreads } from '#platform/mail/mail-threads.ts'
import { aMailServer, type OnMail } from '#platform/mail/testing/mail-server.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import type { Harness } from './harness.ts'

export const appUrl = 'https://support.nordnat.se'

export type MailJobs = Awaited<ReturnType<typeof startMailJobs>>

type PartsOfJobs = {
  database: Database
  mailer: Mailer
  appUrl: string
  threads: MailThreads
  hasMailServer: boolean
}

type Options = {
  schedule?: Schedule
  warn?: (text: string) => void
  log?: (message: string, meta: unknown) => void
  onMail?: OnMail
}

/** Runs the jobs of a feature, which send mail to a real SMTP server; `mails` are those that it received. */
export async function startMailJobs(
  { database, test }: Harness,
  tasksOf: (parts: PartsOfJobs) => Tasks,
  { schedule = [], warn = () => undefined, log = () => undefined, onMail }: Options = {},
) {
  const { url, mails, next, stop } = await aMailServer(onMail && { onMail })
  const mailer = openMailer({
    smtpUrl: url,
    from: 'Nordnät <no-reply@nordnat.se>',
    database,
    threads: threadsOfTests,
    warn,
  })
  const jobs = await startJobs({
    connection: test.connection,
    tasks: tasksOf({ database, mailer, appUrl, threads: threadsOfTests, hasMailServer: true }),
    schedule,
    log: (_level, message, meta) => log(message, meta),
  })
  return {
    url,
    mails,
    next,
    mailer,
    stop: async () => {
      await jobs.stop()
      await stop()
    },
  }
}
