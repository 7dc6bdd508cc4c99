import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { listStaffNames } from '#features/users/server/users.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { addDays, lastDay } from '#shared/dates.rules.ts'
import { FORMER_USER } from '#shared/names.rules.ts'
import {
  type FilledDays,
  ON_CALL_DAYS,
  ON_CALL_PERSON_INACTIVE,
  ON_CALL_PERSON_NOT_FOUND,
  OnCallDay,
} from '../on-call.contract.ts'
import { GAPS_AHEAD_DAYS, gapsAfter, onCallDay, onCallUntil } from '../on-call.rules.ts'
import type { OnCallNow } from '../on-call-now.contract.ts'
import { listAlarms } from './alarms.queries.ts'

/** Who has jour now, the gaps ahead, and the alarms that nobody has taken. */
export async function readOnCall(db: Db, now = new Date()): Promise<OnCallNow> {
  const today = onCallDay(now)
  const [{ ahead, lastDay }, alarms] = await Promise.all([
    readRoster(db, today, addDays(today, GAPS_AHEAD_DAYS - 1)),
    listAlarms(db),
  ])
  return {
    people: ahead.filter(({ day }) => day === today).map(({ id, fullName }) => ({ id, fullName })),
    until: onCallUntil(today).toISOString(),
    lastDay,
    gaps: lastDay ? gapsAfter(today, new Set(ahead.map(({ day }) => day))) : [],
    alarms,
  }
}

type OfDay = { day: string; id: string; fullName: string }
type Listed = { lastDay: string | null } & (OfDay | Record<keyof OfDay, null>)

/** Those who have jour, without people who have left, and the last day of all that is filled in. */
async function readRoster(db: Db, from: string, to: string): Promise<{ ahead: OfDay[]; lastDay: string | null }> {
  const { rows } = await sql<Listed>`
    select roster.last_day, listed.day, listed.user_id as id, profiles.full_name
    from (select max(day) as last_day from on_call_days) roster
      left join on_call_between(${from}::date, ${to}::date) listed on true
      left join profiles on profiles.id = listed.user_id
    order by listed.day, listed.called_as`.execute(db)
  return { ahead: rows.filter((row) => row.day !== null), lastDay: rows[0]?.lastDay ?? null }
}

/** The days with somebody, also with people who have left. */
export const listDays = (db: Db, { from, to }: { from: string; to: string }) =>
  readDays(db, sql<boolean>`day between ${from}::date and ${to}::date`)

async function readDays(db: Db, areWanted: RawBuilder<boolean>): Promise<OnCallDay[]> {
  const rows = await db
    .selectFrom('onCallDays')
    .select(['day', 'userId'])
    .where(areWanted)
    .orderBy('day')
    .orderBy('position')
    .execute()
  if (rows.length === 0) return []
  const staff = new Map((await listStaffNames(db)).map((person) => [person.id, person]))
  const days = Map.groupBy(rows, ({ day }) => day)
  return [...days].map(([day, people]) => ({
    day,
    people: people.map(({ userId: id }) => staff.get(id) ?? { id, fullName: FORMER_USER, isActive: false }),
  }))
}

/**
 * Replaces who has jour on the days, and returns those with somebody. Throws 404 for a person who is not of the staff, 422 for one
 * who is deactivated, and for days that have passed or are more than a year ahead, and 409 with who has jour when somebody else has
 * changed the days since they were seen.
 */
export async function fillDays(db: Db, actor: StaffActor, filled: FilledDays, now = new Date()): Promise<OnCallDay[]> {
  const { days, people, seen } = filled
  const orgId = organizationOf(actor)
  const today = onCallDay(now)
  if (!days.every((day) => today <= day && day <= lastDay(today))) throw invalidField('days', ON_CALL_DAYS)
  await requireActiveStaff(db, people)
  await lockRoster(db, orgId)
  const areFilled = sql<boolean>`day = any(${days}::date[])`
  const standing = await readDays(db, areFilled)
  if (!isSeen(standing, { days, seen })) throw conflict(z.array(OnCallDay), standing)
  await db.deleteFrom('onCallDays').where(areFilled).execute()
  const rows = days.flatMap((day) => people.map((userId, index) => ({ orgId, day, position: index + 1, userId })))
  if (rows.length > 0) await db.insertInto('onCallDays').values(rows).execute()
  await audit(db, actor, { action: 'changed', subject: 'on_call', detail: { days: days.toSorted(), people } })
  return readDays(db, areFilled)
}

async function requireActiveStaff(db: Db, ids: string[]) {
  const staff = new Map((await listStaffNames(db)).map((person) => [person.id, person]))
  for (const id of ids) {
    const person = staff.get(id)
    if (!person) throw notFound(ON_CALL_PERSON_NOT_FOUND)
    if (!person.isActive) throw invalidField('people', ON_CALL_PERSON_INACTIVE)
  }
}

/** Whether each day still has the people, in their order, whom the actor saw. */
function isSeen(standing: OnCallDay[], { days, seen }: Pick<FilledDays, 'days' | 'seen'>): boolean {
  const now = new Map(standing.map(({ day, people }) => [day, people.map(({ id }) => id).join()]))
  const before = new Map(seen.map(({ day, people }) => [day, people.join()]))
  return days.every((day) => (now.get(day) ?? '') === (before.get(day) ?? ''))
}

/** Ends the use of jour: nobody is listed any more, nor was. A list that is only left unfilled has gaps instead. */
export async function endOnCall(db: Db, actor: StaffActor) {
  const orgId = organizationOf(actor)
  await lockRoster(db, orgId)
  await db.deleteFrom('onCallDays').where('orgId', '=', orgId).execute()
  await audit(db, actor, { action: 'deleted', subject: 'on_call' })
}

/** Two who fill the same days wait for each other, and the later one is told. */
const lockRoster = (db: Db, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`on-call ${orgId}`}, 0))`.execute(db)
