import { sql } from 'kysely'
import { createCharge, endCharge, setQuantity } from '#features/billing/server/charges.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { addDays, spanOfMonth } from '#shared/dates.rules.ts'

/** Two virtual servers by year in advance, whose year begins with the month. Returns the charge. */
export async function orderServer(db: Db, admin: StaffActor, customerId: string, month: string) {
  const article = await db
    .selectFrom('articles')
    .select('id')
    .where('orgId', '=', admin.orgId ?? '')
    .where('number', '=', '231')
    .executeTakeFirstOrThrow()
  return createCharge(db, admin, customerId, {
    articleId: article.id,
    text: null,
    unit: null,
    period: 'year',
    timing: 'advance',
    startsOn: `${month}-01`,
    endsOn: null,
    bindingUntil: null,
    noticeMonths: 1,
    isByDays: true,
    counting: null,
    orderNumber: null,
    recipientId: null,
    note: 'Får sägas upp när verksamheten flyttar till molnet.',
    hundredths: 200,
    priceOre: null,
  })
}

/** Most of the year is credited, which is more than the customer's next months cost. */
export const endServer = (db: Db, admin: StaffActor, { id, version }: { id: string; version: number }, month: string) =>
  endCharge(db, admin, id, { version, endsOn: addDays(spanOfMonth(month).before, -1) })

/** Two customers tell that they have more licences since the middle of a billed month, and one that it has fewer. */
export async function changeAfterBilling(db: Db, admin: StaffActor, month: string, others: readonly string[]) {
  const { rows } = await sql<{ id: string; hundredths: number }>`
    select h.id, (select q.hundredths from charge_quantities q where q.org_id = h.org_id and q.charge_id = h.id
        and q.valid_from <= ${`${month}-01`}::date order by q.valid_from desc limit 1) as hundredths
    from charges h join articles a on a.org_id = h.org_id and a.id = h.article_id
    where a.number = '200' and h.counted_by is null and h.starts_on <= ${`${month}-01`}::date and h.customer_id <> all(${others}::uuid[])
      and not exists (select from charge_quantities q where q.org_id = h.org_id and q.charge_id = h.id and q.valid_from >= ${`${month}-01`}::date)
    order by h.id limit 3`.execute(db)
  for (const [index, { id, hundredths }] of rows.entries())
    await setQuantity(db, admin, id, { validFrom: `${month}-17`, hundredths: hundredths + (index === 1 ? -100 : 100) })
}
