// The enquiries of 'Att göra'. screens/ticket/server/to-do.queries.ts joins them with the tickets.
import { type RawBuilder, sql } from 'kysely'
import type { ToDoPage } from '#features/tickets/server/tickets-to-do.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { enquiryExcerpts, inTab, toEnquiry } from './enquiries.queries.ts'

/** The actor's open enquiries and those that nobody has. */
const isToDo = ({ userId }: StaffActor): RawBuilder<boolean> =>
  sql`${inTab.open} and (enquiries.assigned_to is null or enquiries.assigned_to = ${userId})`

const clock = sql<{
  unansweredSince: string | null
  lastActivityAt: string
}>`clock_of_enquiry(enquiries.org_id, enquiries.id)`

const rank = sql<number>`to_do_rank(case when is_urgent then 'urgent' else 'normal' end, clock.unanswered_since)`
const since = sql<string>`coalesce(enquiries.due_at, clock.unanswered_since, clock.last_activity_at)`
const number = sql<number>`coalesce(enquiries.number, 0)`

/** Up to `limit` of them, in the order of `compareToDo`. */
export async function listEnquiriesToDo(db: Db, actor: StaffActor, { after, limit }: ToDoPage) {
  const rows = await enquiryExcerpts(db)
    .innerJoinLateral(clock.as<'clock'>(sql`clock`), (join) => join.onTrue())
    .select(['clock.unansweredSince', 'clock.lastActivityAt', rank.as('rank'), since.as('since')])
    .where(isToDo(actor))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${rank}, ${since}, ${number}, enquiries.id) >
          (${after?.rank}::int, ${after?.since}::timestamptz, ${after?.ticketNumber}::int, ${after?.id}::uuid)`,
      ),
    )
    .orderBy(sql`${rank}, ${since}, ${number}, enquiries.id`)
    .limit(sql.lit(limit))
    .execute()
  return rows.map((row) => ({ ...toEnquiry(row), type: 'enquiry' as const }))
}

export const countEnquiriesToDo = (db: Db, actor: StaffActor) =>
  db
    .selectFrom('enquiries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isToDo(actor))
