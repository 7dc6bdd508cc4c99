import { type InferResult, type Kysely, type RawBuilder, sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import type { Schema } from '#platform/database/schema.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { spanOfMonth } from '#shared/dates.rules.ts'
import { ore } from '#shared/money.rules.ts'
import { type Article, type ExpenseFilter, type ExpenseTotal, SUGGESTED_ARTICLES } from '../expenses.contract.ts'
import { activeExpenses, namedExpenses, toExpense } from './expenses.queries.ts'

/** A page of travel and material, newest work date first; the total comes with the first page only. */
export async function listExpenses(db: Db, actor: StaffActor, { after, mine, ...rest }: ExpenseFilter) {
  const filter = { ...rest, userId: mine ? actor.userId : undefined }
  const position = positionOf(after, ['workDate', 'id'])
  const rows = await namedExpenses(db)
    .where(matches(filter))
    .$if(position !== undefined, (query) =>
      query.where(sql<boolean>`(work_date, expenses.id) < (${position?.workDate}::date, ${position?.id}::uuid)`),
    )
    .orderBy('workDate', 'desc')
    .orderBy('expenses.id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
    .execute()
  const total = position ? null : await totalOfExpenses(db, filter)
  return { ...page(rows.map(toExpense), ({ workDate, id }) => ({ workDate, id })), total }
}

type Filter = Omit<ExpenseFilter, 'after' | 'mine' | 'ticketId'> & {
  userId?: string | undefined
  ticketId?: string | RawBuilder<string> | undefined
}

/** The condition of a filter, without the one that excludes removed rows. */
function matches({ customerId, ticketId, month, userId, unpriced }: Filter) {
  const span = month === undefined ? undefined : spanOfMonth(month)
  const conditions = [
    customerId && sql`expenses.customer_id = ${customerId}`,
    ticketId && sql`expenses.ticket_id = ${ticketId}`,
    span && sql`work_date >= ${span.from} and work_date < ${span.before}`,
    userId && sql`expenses.user_id = ${userId}`,
    unpriced && sql`price_ore is null and unbilled_reason is null`,
  ].filter((condition) => condition !== undefined && condition !== false && condition !== '')
  return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`true`
}

const sumsOf = (db: Kysely<Schema>, filter: Filter) =>
  activeExpenses(db)
    .where(matches(filter))
    .select([
      sql<number>`count(*)`.as('rows'),
      sql<number>`coalesce(sum(round(price_ore * quantity)) filter (where unbilled_reason is null), 0)::bigint`.as(
        'ore',
      ),
      sql<number>`count(*) filter (where price_ore is null and unbilled_reason is null)`.as('unpriced'),
      sql<number>`coalesce(sum((quantity * 100)::int) filter (where kind = 'travel' and unit = 'km'), 0)`.as(
        'hundredthsOfKm',
      ),
    ])

/** From the stored sums when at most a month and a technician are chosen. */
async function totalOfExpenses(db: Db, filter: Filter): Promise<ExpenseTotal> {
  const { month, userId, ...others } = filter
  const isStored = Object.values(others).every((value) => !value)
  return toExpenseTotal(
    await (isStored ? storedSumsOf(db, { month, userId }) : sumsOf(db, filter)).executeTakeFirstOrThrow(),
  )
}

const storedSumsOf = (db: Db, { month, userId }: Pick<Filter, 'month' | 'userId'>) =>
  db
    .selectFrom('expenseSums')
    .$if(month !== undefined, (query) => query.where('month', '=', `${month}-01`))
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .select([
      sql<number>`coalesce(sum(entries), 0)::bigint`.as('rows'),
      sql<number>`coalesce(sum(ore), 0)::bigint`.as('ore'),
      sql<number>`coalesce(sum(unpriced), 0)::bigint`.as('unpriced'),
      sql<number>`coalesce(sum(hundredths_of_km), 0)::bigint`.as('hundredthsOfKm'),
    ])

/**
 * The sums of a ticket's travel and material, as one row; `toExpenseTotal` converts it. `ticketId` may be a column of the query
 * around it.
 */
export const expensesOnTicket = (db: Kysely<Schema>, ticketId: string | RawBuilder<string>) => sumsOf(db, { ticketId })

export const toExpenseTotal = (sums: InferResult<ReturnType<typeof sumsOf>>[number]): ExpenseTotal => ({
  ...sums,
  ore: ore(sums.ore),
})

/** The most recently used articles of each kind, with the unit and price of their latest row. */
export async function listArticles(db: Db): Promise<{ rows: Article[] }> {
  // Goes from each article to the next one in the index, which has the latest row of each first.
  const { rows } = await sql<Article>`
    with recursive latest as (
      (${latestArticle(sql`true`)})
      union all
      (select next.* from latest previous
        cross join lateral (${latestArticle(sql`(kind, article) > (previous.kind, previous.article)`)}) next)
    )
    select kind, article, unit, price_ore as "priceOre"
    from (select *, row_number() over (partition by kind order by id desc) as place from latest) ranked
    where place <= ${sql.lit(SUGGESTED_ARTICLES)} order by id desc`.execute(db)
  return { rows }
}

const latestArticle = (condition: RawBuilder<unknown>) => sql`select kind, article, unit, price_ore, id from expenses
  where deleted_at is null and ${condition} order by kind, article, id desc limit 1`
