import type { Database } from '#platform/database/database.ts'
import type { Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { SIGN_IN_CLEANUP, signInCleanup } from './cleanup.ts'
import { FACTOR_MAIL, factorMail } from './factor-mail.ts'
import { RECOVERY_MAIL, recoveryMail } from './recovery-mail.ts'

type Parts = { database: Database; mailer: Mailer; appUrl: string }

/** The background jobs of sign-in. */
export const authTasks = (parts: Parts): Tasks => ({
  [RECOVERY_MAIL]: recoveryMail(parts),
  [FACTOR_MAIL]: factorMail(parts),
  [SIGN_IN_CLEANUP]: signInCleanup(parts.database),
})

/** Nightly, in UTC. */
export const authSchedule = [{ task: SIGN_IN_CLEANUP, match: '17 2 * * *', catchesUpHours: 24 }]
