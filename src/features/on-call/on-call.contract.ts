import { z } from 'zod'
import { del, get, Id, IdParams, lookedUpDay, nothing, post, put } from '#shared/contract.ts'
import { addDays } from '#shared/dates.rules.ts'
import { ON_CALL_PEOPLE_MAX } from './on-call.rules.ts'
import { OnCallPerson } from './on-call-now.contract.ts'

/** How many days one request reads or fills. */
export const ON_CALL_DAYS_MAX = 92

export const ON_CALL_PERSON_NOT_FOUND = 'Personen hittades inte'
export const ON_CALL_PERSON_INACTIVE = 'Personen är inaktiv. Välj någon annan.'
export const ON_CALL_DAYS = 'Välj dagar från i dag och högst ett år framåt'
export const ALARM_NOT_FOUND = 'Larmet finns inte längre'
export const ALARM_OVER = 'Larmet är redan över'

/** A day with somebody, in the order in which they are called. */
export const OnCallDay = z.object({
  day: z.iso.date(),
  people: z.array(OnCallPerson.extend({ isActive: z.boolean() })),
})
export type OnCallDay = z.infer<typeof OnCallDay>

const Day = lookedUpDay('Ange ett datum')
const DaysQuery = z
  .strictObject({ from: Day, to: Day })
  .refine(
    ({ from, to }) => from <= to && to < addDays(from, ON_CALL_DAYS_MAX),
    `Högst ${ON_CALL_DAYS_MAX} dagar åt gången`,
  )

const isDistinct = (values: string[]) => new Set(values).size === values.length

export const FilledDays = z.strictObject({
  days: z
    .array(Day)
    .min(1, 'Välj minst en dag')
    .max(ON_CALL_DAYS_MAX, `Högst ${ON_CALL_DAYS_MAX} dagar åt gången`)
    .refine(isDistinct, 'Samma dag två gånger'),
  /** In the order in which they are called; nobody empties the days. */
  people: z
    .array(Id)
    .max(ON_CALL_PEOPLE_MAX, `Högst ${ON_CALL_PEOPLE_MAX} personer om dagen`)
    .refine(isDistinct, 'Samma person två gånger'),
  /** Who had jour on the days when they were chosen, in any order of days; other days are ignored. */
  seen: z
    .array(z.strictObject({ day: Day, people: z.array(Id).max(ON_CALL_PEOPLE_MAX) }))
    .max(ON_CALL_DAYS_MAX, `Högst ${ON_CALL_DAYS_MAX} dagar åt gången`),
})
export type FilledDays = z.output<typeof FilledDays>

export const onCall = {
  days: get('/api/on-call/days', {
    allow: 'staff',
    keyScope: 'read',
    summary: `Who has jour by day, at most ${ON_CALL_DAYS_MAX} days; days without anybody are left out`,
    query: DaysQuery,
    returns: z.array(OnCallDay),
  }),
  fill: put('/api/on-call/days', {
    allow: 'admin',
    summary:
      'Replaces who has jour on the given days; 409 with those who have it when that is not as `seen`, 422 for a day that has passed or is more than a year ahead',
    body: FilledDays,
    returns: z.array(OnCallDay),
  }),
  end: del('/api/on-call/days', {
    allow: 'admin',
    summary: 'Ends the use of jour: empties the list, with the days that have passed',
    returns: nothing,
  }),
  take: post('/api/on-call/alarms/:id/take', {
    allow: 'staff',
    summary:
      'Assigns the ticket or enquiry of an alarm to the user, which ends it; 409 with a name when somebody has it',
    params: IdParams,
    returns: nothing,
  }),
}
