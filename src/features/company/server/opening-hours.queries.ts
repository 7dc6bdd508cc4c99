import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { type FormerHours, type Hours, weekHoursFields } from '../opening-hours.rules.ts'

/** The replaced hours of the company facts that a query reads, in the order of `until`. */
export const formerHours = sql<FormerHours[]>`(
  select coalesce(json_agg(json_build_object(
    'until', until, 'opens', left(opens::text, 5), 'closes', left(closes::text, 5), 'dayHours', day_hours,
    'eves', eves, 'halfDays', half_days, 'halfDayCloses', left(half_day_closes::text, 5)) order by until), '[]')
  from former_hours where former_hours.org_id = company_facts.org_id)`.as('formerHours')

/** What `calendarOf` needs, for queries that read or join `companyFacts`. */
export const hoursColumns = [...weekHoursFields, 'closedDays', formerHours] as const

/** The opening hours of the actor's company. */
export const getHours = (db: Db): Promise<Hours> =>
  db.selectFrom('companyFacts').select(hoursColumns).executeTakeFirstOrThrow()
