import { sql } from 'kysely'
import { checkInvoiceBasis } from '#features/billing/server/check-invoice-basis.queries.ts'
import { createInvoiceBasis } from '#features/billing/server/create-invoice-basis.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { latestMonths, spanOfMonth, todayInStockholm } from '#shared/dates.rules.ts'

type Step = 'sent' | 'asked' | 'answered' | 'approved' | 'billed' | 'outdated' | 'late'
type Plan = { customer: number; monthsBack: 1 | 2; steps: readonly Step[] }

/** By the customer's rank among the busiest. Time of the month before last is reported, later time is not. */
const plans: readonly Plan[] = [
  { customer: 0, monthsBack: 2, steps: ['sent', 'approved', 'billed', 'late'] },
  ...[1, 2].map((customer): Plan => ({ customer, monthsBack: 2, steps: ['sent', 'approved', 'billed'] })),
  { customer: 3, monthsBack: 2, steps: ['sent', 'approved'] },
  { customer: 0, monthsBack: 1, steps: [] },
  { customer: 1, monthsBack: 1, steps: ['sent', 'asked'] },
  { customer: 2, monthsBack: 1, steps: ['sent', 'asked', 'answered'] },
  { customer: 3, monthsBack: 1, steps: ['sent', 'approved'] },
  { customer: 4, monthsBack: 1, steps: ['sent', 'outdated'] },
]

/** Invoice bases of the demo company's busiest customers, in every state; their portal logins may approve. */
export async function fillDemoInvoiceBases(database: Database, today = todayInStockholm()) {
  const months = latestMonths(today, 3)
  await database.as('owner', async (db) => {
    const admin = await findAdmin(db)
    if (!admin?.orgId) return
    await sql`select set_config('app.quiet', 'on', true), set_config('app.org_id', ${admin.orgId}, true),
      set_config('app.user_id', ${admin.userId}, true), set_config('app.role', 'admin', true)`.execute(db)
    await sql`update company_facts set billing_from = ${`${months[2]}-01`}::date where org_id = ${admin.orgId}::uuid`.execute(
      db,
    )
    const customers = await busiestCustomers(db, months[2] ?? '')
    for (const { customer, monthsBack, steps } of plans) {
      const [customerId, month] = [customers[customer], months[monthsBack]]
      if (!customerId || !month || !(await hasTime(db, customerId, month))) continue
      const id = await createInvoiceBasis(db, admin, { customerId, month, replaces: null })
      for (const step of steps) await takeStep(db, admin, id, step)
      await checkInvoiceBasis(db, admin.orgId, id)
    }
  })
}

async function findAdmin(db: Db): Promise<StaffActor | undefined> {
  const row = await db
    .selectFrom('userRoles')
    .innerJoin('auth.users as user', 'user.id', 'userRoles.userId')
    .select(['userRoles.orgId', 'user.id as userId', 'user.email'])
    .where('role', '=', 'admin')
    .orderBy('user.id')
    .executeTakeFirst()
  const login = { sessionId: '', fullName: null, mustChangePassword: false, customerId: null }
  return row && { ...login, ...row, kind: 'staff', role: 'admin' }
}

/** The busiest customers with a portal login, which can approve. */
async function busiestCustomers(db: Db, since: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from customers c join time_entries e on e.org_id = c.org_id and e.customer_id = c.id
    where c.archived_at is null and e.deleted_at is null and e.work_date >= ${spanOfMonth(since).from}::date
      and exists (select from customer_users l where l.org_id = c.org_id and l.customer_id = c.id and l.sees_company)
    group by c.id order by count(*) desc, c.id limit 5`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`update customer_users set may_approve = true where sees_company and customer_id = any(${ids}::uuid[])`.execute(
    db,
  )
  return ids
}

async function hasTime(db: Db, customerId: string, month: string) {
  const { from, before } = spanOfMonth(month)
  const row = await db
    .selectFrom('timeEntries')
    .select('id')
    .where('customerId', '=', customerId)
    .where('workDate', '>=', from)
    .where('workDate', '<', before)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function takeStep(db: Db, { userId }: StaffActor, id: string, step: Step) {
  switch (step) {
    case 'sent':
      return sql`update invoice_bases set state = 'sent', sent_at = now(), sent_by = ${userId}::uuid where id = ${id}::uuid`.execute(
        db,
      )
    case 'approved':
      return sql`update invoice_bases b set state = 'approved', approved_at = now(), approved_by = l.user_id,
        approved_name = coalesce(l.full_name, b.customer_name)
        from customer_users l
        where b.id = ${id}::uuid and l.org_id = b.org_id and l.customer_id = b.customer_id and l.approves_time`.execute(
        db,
      )
    case 'billed':
      // One row in a thousand was forgotten when the month was reported.
      await sql`update time_entries e set reported = true, reported_at = now() from invoice_basis_rows r
        where r.basis_id = ${id}::uuid and e.org_id = r.org_id and e.id = r.source_id and not e.reported`.execute(db)
      return sql`update invoice_bases set state = 'billed', billed_at = now(), billed_by = ${userId}::uuid
        where id = ${id}::uuid`.execute(db)
    case 'asked':
      return sql`insert into invoice_basis_questions (org_id, basis_id, position, question, asked_by, asked_name)
        select b.org_id, b.id, 1, 'Vad gjorde ni den här gången? Jag minns inget besök.', l.user_id,
          coalesce(l.full_name, b.customer_name)
        from invoice_bases b join customer_users l on l.org_id = b.org_id and l.customer_id = b.customer_id and l.approves_time
        where b.id = ${id}::uuid limit 1`.execute(db)
    case 'answered':
      return sql`update invoice_basis_questions set answer = 'Det var på distans: vi ringde först och kopplade upp oss.',
        answered_by = ${userId}::uuid, answered_at = now() where basis_id = ${id}::uuid`.execute(db)
    case 'late':
      // Written after the month was billed; the next basis takes it.
      return sql`insert into time_entries (org_id, id, user_id, customer_id, kind, work_date, time_from, time_to, is_placed,
          description, created_by)
        select e.org_id, gen_random_uuid(), e.user_id, e.customer_id, 'remote', e.work_date, '08:00', '08:45', false,
          'Telefonsamtal om skrivaren, infört i efterhand', e.user_id
        from time_entries e join invoice_basis_rows r on r.org_id = e.org_id and r.source_id = e.id
        where r.basis_id = ${id}::uuid and r.source = 'time' order by r.position limit 1`.execute(db)
    case 'outdated':
      return sql`update time_entries e set version = e.version + 1,
          description = coalesce(e.description, '') || ' (rättad)' from invoice_basis_rows r
        where r.basis_id = ${id}::uuid and r.position = 1 and e.org_id = r.org_id and e.id = r.source_id and not e.reported`.execute(
        db,
      )
  }
}
