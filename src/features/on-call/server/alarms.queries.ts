// Alarms as staff see and take them. Functions of the database add and end them (0044-on-call.sql).
import { sql } from 'kysely'
import { namesOf, personOf } from '#features/tickets/server/people.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { AppError, notFound } from '#platform/http/app-error.ts'
import { ALARM_NOT_FOUND, ALARM_OVER } from '../on-call.contract.ts'
import type { AlarmEnd } from '../on-call.tables.ts'
import type { Alarm } from '../on-call-now.contract.ts'

/** The alarms that have reached somebody and that nobody has taken, the oldest first. */
export async function listAlarms(db: Db): Promise<Alarm[]> {
  const rows = await runningSteps(db).execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((steps) => {
    const [first] = steps
    if (!first) return []
    const { id, arrivedAt, ticketId, ticketNumber, title, enquiryId, name } = first
    return {
      id,
      arrivedAt,
      ticket: ticketId === null ? null : { id: ticketId, ticketNumber: ticketNumber ?? 0, title: title ?? '' },
      enquiry: enquiryId === null ? null : { id: enquiryId, name: name ?? '' },
      steps: [...Map.groupBy(steps, ({ step }) => step).values()].map((reached) => ({
        at: reached[0]?.at ?? arrivedAt,
        people: reached.map(({ fullName }) => fullName),
      })),
    }
  })
}

const runningSteps = (db: Db) =>
  db
    .selectFrom('onCallAlarms as alarm')
    .innerJoin('onCallAlarmSteps as step', (join) =>
      join.onRef('step.orgId', '=', 'alarm.orgId').onRef('step.alarmId', '=', 'alarm.id'),
    )
    .innerJoin('profiles', 'profiles.id', 'step.userId')
    .leftJoin('tickets', (join) =>
      join.onRef('tickets.orgId', '=', 'alarm.orgId').onRef('tickets.id', '=', 'alarm.ticketId'),
    )
    .leftJoin('enquiries', (join) =>
      join.onRef('enquiries.orgId', '=', 'alarm.orgId').onRef('enquiries.id', '=', 'alarm.enquiryId'),
    )
    .select(['alarm.id', 'alarm.arrivedAt', 'step.step', 'step.at', 'profiles.fullName'])
    .select(['tickets.id as ticketId', 'ticketNumber', 'title', 'enquiries.id as enquiryId', 'enquiries.name'])
    .where('alarm.endedAt', 'is', null)
    .orderBy('alarm.arrivedAt')
    .orderBy('alarm.id')
    .orderBy('step.step')
    .orderBy('step.userId')

type Taken = { endedAs: AlarmEnd; takenBy: string | null }

/**
 * Assigns the ticket or enquiry to the actor; again it changes nothing. Throws 404 for an unknown alarm, and 409 with the name of
 * the colleague who has it, or when the alarm has ended otherwise.
 */
export async function takeAlarm(db: Db, actor: StaffActor, id: string) {
  const { rows } = await sql<Taken>`select ended_as, taken_by from take_alarm(${id})`.execute(db)
  const [taken] = rows
  if (!taken) throw notFound(ALARM_NOT_FOUND)
  const hasIt = taken.endedAs === 'taken' || taken.endedAs === 'assigned'
  if (hasIt && taken.takenBy === actor.userId) return
  if (taken.takenBy === null || taken.takenBy === actor.userId) throw new AppError(409, 'alarm_over', ALARM_OVER)
  const { fullName } = personOf(await namesOf(db, [taken.takenBy]), taken.takenBy)
  throw new AppError(409, 'alarm_taken', `${fullName} har redan ${hasIt ? 'tagit den' : 'svarat'}`)
}
