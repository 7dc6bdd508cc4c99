// Measures first answers to tickets and enquiries: the working minutes until each, and the figures of the Dashboard.
import { sql } from 'kysely'
import { calendarOf } from '#features/company/opening-hours.rules.ts'
import { hoursColumns } from '#features/company/server/opening-hours.queries.ts'
import { workingMinutesBetween } from '#features/company/working-time.rules.ts'
import { measuredSince } from '#features/tickets/server/kept-answers.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'

/** In one transaction. */
const BATCH = 1000

/** Counts the minutes that are not yet counted, which hours that are changed later do not change, and refreshes the figures. */
export async function measureAnswers(database: Database) {
  while ((await database.as('jobs', countBatch)) === BATCH);
  await database.as('jobs', (db) => sql`select refresh_answer_figures(${measuredSince})`.execute(db))
}

type Answer = { orgId: string; id: string; arrivedAt: string; answeredAt: string }

async function countBatch(db: Db): Promise<number> {
  const { rows: answers } = await sql<Answer>`
    select ticket.org_id, ticket.id, ticket.first_answered_at as answered_at,
      coalesce(promise_asked_at(ticket.org_id, ticket.id), enquiry.created_at, ticket.created_at) as arrived_at
    from tickets ticket
      left join enquiries enquiry on enquiry.org_id = ticket.org_id and enquiry.id = ticket.enquiry_id
    where ticket.first_answered_at is not null and ticket.promised_at is not null and ticket.answer_minutes is null
    union all
    select org_id, id, first_answered_at, created_at from enquiries
    where first_answered_at is not null and promised_at is not null and answer_minutes is null and not is_suspect
    limit ${sql.lit(BATCH)}`.execute(db)
  if (answers.length === 0) return 0
  const companies = await db
    .selectFrom('companyFacts')
    .select('orgId')
    .select(hoursColumns)
    .where('orgId', 'in', [...new Set(answers.map(({ orgId }) => orgId))])
    .execute()
  const calendars = new Map(companies.map(({ orgId, ...hours }) => [orgId, calendarOf(hours)]))
  const minutes = answers.map(({ orgId, arrivedAt, answeredAt }) => {
    const calendar = calendars.get(orgId)
    if (!calendar) throw new Error(`Organization ${orgId} has no opening hours`)
    return Math.round(workingMinutesBetween(calendar, new Date(arrivedAt), new Date(answeredAt)))
  })
  const { rows } = await sql<{
    noted: number
  }>`select note_answer_minutes(${answers.map(({ orgId }) => orgId)}::uuid[], ${answers.map(({ id }) => id)}::uuid[],
    ${answers.map(({ answeredAt }) => answeredAt)}::timestamptz[], ${minutes}::integer[]) as noted`.execute(db)
  return rows[0]?.noted ?? 0
}
