// Recurring charges whose binding ends soon, for the Dashboard; row-level security decides which are visible.
import { type InferResult, type Kysely, sql } from 'kysely'
import type { Schema } from '#platform/database/schema.ts'
import { BINDING_ENDS_WITHIN_DAYS } from '../charges.contract.ts'

/**
 * The first charges whose binding ends within `BINDING_ENDS_WITHIN_DAYS`, the soonest first, and their total number. A charge that
 * ends with its binding or before needs no decision. `toEndingBindings` converts the rows.
 */
export const endingBindings = (db: Kysely<Schema>, limit: number, today: string) =>
  db
    .selectFrom('charges')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'charges.orgId').onRef('customers.id', '=', 'charges.customerId'),
    )
    .leftJoin('articles', (join) =>
      join.onRef('articles.orgId', '=', 'charges.orgId').onRef('articles.id', '=', 'charges.articleId'),
    )
    .select(['charges.id', 'customerId', 'customers.name as customerName', 'bindingUntil', 'noticeMonths'])
    .select((eb) => eb.fn.coalesce('text', 'articles.name', sql.lit('')).as('name'))
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('customers.archivedAt', 'is', null)
    .where('bindingUntil', '>=', today)
    .where(sql<boolean>`binding_until <= ${today}::date + ${sql.lit(BINDING_ENDS_WITHIN_DAYS)}`)
    .where(sql<boolean>`(ends_on is null or ends_on > binding_until)`)
    .orderBy('bindingUntil')
    .orderBy(sql`customers.name collate "sv-SE-x-icu"`)
    .orderBy('charges.id')
    .limit(sql.lit(limit))

export const toEndingBindings = (rows: InferResult<ReturnType<typeof endingBindings>>) => ({
  rows: rows.map(({ id, customerId, customerName, name, bindingUntil, noticeMonths }) => ({
    id,
    customer: { id: customerId, name: customerName },
    name,
    bindingUntil: bindingUntil ?? '',
    noticeMonths,
  })),
  total: rows[0]?.total ?? 0,
})
