import { sql } from 'kysely'
import { createInvoiceBasis } from '#features/billing/server/create-invoice-basis.queries.ts'
import { customersWithDue } from '#features/billing/server/recurring-lines.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { spanOfMonth } from '#shared/dates.rules.ts'

/** Makes, approves and bills the month of the customers; those who have a basis already are billed with them. */
export async function billMonth(db: Db, admin: StaffActor, month: string, customerIds: readonly string[]) {
  for (const customerId of customerIds) await createInvoiceBasis(db, admin, { customerId, month, replaces: null })
  // Without it each trigger reads the whole tables, which were empty when they were planned.
  await sql`analyze invoice_bases, invoice_basis_lines, invoice_basis_rows, drawdowns`.execute(db)
  await sendAndApprove(db, admin, month)
  await markReported(db, month)
  await bill(db, admin, month)
}

/** The customers with something to bill, by name, as the month's screen has them; whether they have time, travel or material. */
export async function customersToBill(db: Db, month: string) {
  const { from, before } = spanOfMonth(month)
  const due = await customersWithDue(db, month)
  const { rows } = await sql<{ id: string; hasRows: boolean }>`
    select id, has_rows from (
      select id, name,
        exists (select from time_entries e where e.org_id = c.org_id and e.customer_id = c.id and e.deleted_at is null
          and work_date >= ${from}::date and work_date < ${before}::date)
        or exists (select from expenses e where e.org_id = c.org_id and e.customer_id = c.id and e.deleted_at is null
          and work_date >= ${from}::date and work_date < ${before}::date)
        or exists (select from prepaid_hours p where p.org_id = c.org_id and p.customer_id = c.id and p.removed_at is null
          and bought_on >= ${from}::date and bought_on < ${before}::date) as has_rows
      from customers c) known
    where has_rows or id = any(${due}::uuid[])
    order by name collate "sv-SE-x-icu", id`.execute(db)
  return rows
}

/** Of those whose terms require approval. Whoever has no login has approved by telephone. */
async function sendAndApprove(db: Db, { userId }: StaffActor, month: string) {
  const isOfMonth = sql`b.month = ${`${month}-01`}::date and b.needs_approval`
  await sql`update invoice_bases b set state = 'sent', sent_at = now(), sent_by = ${userId}::uuid
    where ${isOfMonth} and state = 'draft' and exists (select from addressees_of(b.org_id, array[b.customer_id]))`.execute(
    db,
  )
  await sql`update invoice_bases b set state = 'approved', approved_at = now(), approved_by = l.user_id,
      approved_name = coalesce(l.full_name, b.customer_name)
    from customer_users l
    where ${isOfMonth} and state = 'sent' and l.org_id = b.org_id and l.customer_id = b.customer_id and l.approves_time`.execute(
    db,
  )
  await sql`update invoice_bases b set state = 'approved', approved_at = now(), approved_by = ${userId}::uuid,
      approved_name = (select full_name from profiles where id = ${userId}::uuid), approval_note = 'Per telefon'
    where ${isOfMonth} and state in ('draft', 'sent')`.execute(db)
}

/** One row in a thousand was forgotten when the month was reported. */
const markReported = (db: Db, month: string) =>
  sql`update time_entries e set reported = true, reported_at = now() from invoice_basis_rows r
    join invoice_bases b on b.org_id = r.org_id and b.id = r.basis_id
    where b.month = ${`${month}-01`}::date and r.source = 'time' and e.org_id = r.org_id and e.id = r.source_id
      and not e.reported`.execute(db)

/** One after another, for numbers in the order of the names. */
async function bill(db: Db, { userId }: StaffActor, month: string) {
  const bases = await db
    .selectFrom('invoiceBases')
    .select('id')
    .where('month', '=', `${month}-01`)
    .where((eb) =>
      eb.or([eb('state', '=', 'approved'), eb.and([eb('state', '=', 'draft'), eb('needsApproval', '=', false)])]),
    )
    .orderBy(sql`customer_name collate "sv-SE-x-icu"`)
    .orderBy('id')
    .execute()
  for (const { id } of bases)
    await sql`update invoice_bases set state = 'billed', billed_at = now(), billed_by = ${userId}::uuid
      where id = ${id}::uuid`.execute(db)
}
