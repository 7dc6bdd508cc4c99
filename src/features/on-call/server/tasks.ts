import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Schedule, Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { Id } from '#shared/contract.ts'
import { ALARM_MAIL, alarmMail } from './alarm-mail.ts'
import { stepAlarm, stepAlarms } from './alarm-steps.ts'

/** Queued by add_alarm() in the transaction of the ticket or enquiry. */
const ALARM = 'on-call-alarm'
const ALARMS = 'on-call-alarms'

const Payload = z.object({ orgId: Id, alarmId: Id })

type Parts = { database: Database; mailer: Mailer; appUrl: string; now?: () => Date }

/** The background jobs of jour. */
export const onCallTasks = (parts: Parts): Tasks => ({
  [ALARM]: (payload) => stepAlarm(parts.database, Payload.parse(payload), parts.now?.()),
  [ALARMS]: () => stepAlarms(parts.database, parts.now?.()),
  [ALARM_MAIL]: alarmMail(parts),
})

/** Each step is at most a minute late. A missed run is not made up for: the next one takes the steps that are due. */
export const onCallSchedule: Schedule = [{ task: ALARMS, match: '* * * * *' }]
