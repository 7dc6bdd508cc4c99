import type { Database } from '#platform/database/database.ts'
import type { Schedule, Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { MailThreads } from '#platform/mail/mail-threads.ts'
import { deleteOldSentMail } from '#platform/mail/sent-mail.ts'
import { remindOfAnswers } from './answer-reminders.ts'
import { dueMail, ENQUIRY_DUE_MAIL } from './due-mail.ts'
import { formSchedule, formTasks } from './forms-mail.ts'
import { ENQUIRY_FORWARD_MAIL, forwardMail } from './forward-mail.ts'
import { ENQUIRY_GIVEN_MAIL, givenMail } from './given-mail.ts'
import { leftOutMail, MAIL_LEFT_OUT } from './left-out-mail.ts'
import { measureAnswers } from './measure-answers.ts'
import {
  PLUS_CHECK,
  PLUS_LOST,
  PLUS_TRIAL,
  PLUS_TRIALS,
  plusCheck,
  plusLost,
  plusTrial,
  plusTrials,
} from './plus-trial.ts'
import { MAIL_RECEIPT, mailReceipt } from './receipt-mail.ts'
import { ENQUIRY_REPLY_MAIL, replyMail } from './reply-mail.ts'
import { deleteOldNotifications } from './staff-notifications.queries.ts'
import { UNDELIVERED_MAIL } from './undelivered.queries.ts'
import { undeliveredMail } from './undelivered-mail.ts'
import { MAILBOX_UNREAD, mailboxUnreadTask } from './unread-mail.ts'

const MAIL_CLEANUP = 'mail-cleanup'
const NOTIFICATIONS_CLEANUP = 'notifications-cleanup'
const ANSWER_REMINDERS = 'answer-reminders'
const ANSWERS_MEASURED = 'answers-measured'

type Parts = {
  database: Database
  mailer: Mailer
  appUrl: string
  threads: MailThreads
  hasMailServer: boolean
  now?: () => Date
}

/** The background jobs of this feature. */
export const inboxTasks = (parts: Parts): Tasks => ({
  ...formTasks(parts),
  [ENQUIRY_REPLY_MAIL]: replyMail(parts),
  [ENQUIRY_FORWARD_MAIL]: forwardMail(parts),
  [ENQUIRY_GIVEN_MAIL]: givenMail(parts),
  [ENQUIRY_DUE_MAIL]: dueMail(parts),
  [ANSWER_REMINDERS]: () => remindOfAnswers(parts.database, parts.now?.()),
  [ANSWERS_MEASURED]: () => measureAnswers(parts.database),
  [MAIL_RECEIPT]: mailReceipt(parts),
  [MAIL_LEFT_OUT]: leftOutMail(parts),
  [UNDELIVERED_MAIL]: undeliveredMail(parts),
  [PLUS_TRIALS]: plusTrials(parts),
  [PLUS_TRIAL]: plusTrial(parts),
  [PLUS_CHECK]: plusCheck(parts),
  [PLUS_LOST]: plusLost(parts),
  [MAILBOX_UNREAD]: mailboxUnreadTask(parts),
  [NOTIFICATIONS_CLEANUP]: async () => void (await parts.database.as('jobs', deleteOldNotifications)),
  // Removes expired originals of received mail and texts of sent mail; the records remain, so that no mail is read twice.
  [MAIL_CLEANUP]: async () => {
    await parts.database.as('jobs', async (db) => {
      await db
        .updateTable('mailMessages')
        .set({ raw: null, rawUntil: null })
        .where('rawUntil', '<', (eb) => eb.fn<string>('now', []))
        .execute()
      await deleteOldSentMail(db)
    })
  },
})

export const inboxSchedule: Schedule = [
  ...formSchedule,
  { task: MAIL_CLEANUP, match: '17 2 * * *', catchesUpHours: 24 },
  { task: NOTIFICATIONS_CLEANUP, match: '47 2 * * *', catchesUpHours: 24 },
  // An urgent matter has half an hour.
  { task: ANSWER_REMINDERS, match: '* * * * *' },
  { task: ANSWERS_MEASURED, match: '*/5 * * * *' },
  { task: PLUS_TRIALS, match: '43 4 * * *', catchesUpHours: 24 },
]
