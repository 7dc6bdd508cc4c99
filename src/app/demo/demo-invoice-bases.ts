import { sql } from 'kysely'
import { checkInvoiceBasis } from '#features/billing/server/check-invoice-basis.queries.ts'
import { createInvoiceBasis } from '#features/billing/server/create-invoice-basis.queries.ts'
import { JUST_SIGNED_IN, type StaffActor } from '#platform/database/actor.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { latestMonths, todayInStockholm } from '#shared/dates.rules.ts'
import { dateBases } from './demo-basis-dates.ts'
import { type BasisStep, takeStep } from './demo-basis-steps.ts'
import { billMonth, customersToBill } from './demo-billed-months.ts'
import { changeAfterBilling, endServer, orderServer } from './demo-late-changes.ts'

type Needs = { earlierRows?: number; lastRows?: number; hasCharge?: true }
type Part = {
  /** What the customer has, so that the part can be played. */
  needs: Needs
  /** The month before last: how far its basis comes, null for none; without this it is billed with the others. */
  earlier?: readonly BasisStep[] | null
  /** After everything is billed. */
  billed?: readonly BasisStep[]
  /** Last month, the one to bill; null for no basis yet. */
  last: readonly BasisStep[] | null
}

/** Each is played by another customer with a login that approves. */
const parts = {
  late: { needs: { earlierRows: 1, lastRows: 1 }, billed: ['late'], last: [] },
  asked: { needs: { lastRows: 2 }, last: ['sent', 'asked'] },
  answered: { needs: { lastRows: 1 }, last: ['sent', 'asked', 'answered'] },
  outdated: { needs: { lastRows: 1 }, last: ['sent', 'changed row'] },
  keptPrices: { needs: { hasCharge: true }, last: ['sent', 'approved', 'discount'] },
  unbilled: { needs: { earlierRows: 1 }, earlier: null, last: null },
  approvedEarlier: { needs: { earlierRows: 1 }, earlier: ['sent', 'approved'], last: null },
  takenBack: { needs: { earlierRows: 1 }, billed: ['withdrawn'], last: null },
  undelivered: { needs: {}, last: ['sent', 'undelivered'] },
  approved: { needs: {}, last: ['sent', 'approved'] },
  approvedToo: { needs: {}, last: ['sent', 'approved'] },
  sent: { needs: {}, last: ['sent'] },
  lacksReference: { needs: {}, last: ['sent', 'approved'] },
  negative: { needs: { hasCharge: true }, last: [] },
} satisfies Record<string, Part>
type Role = keyof typeof parts
const roles = Object.entries<Part>(parts)

/**
 * Bills two months of the demo company, and makes bases of last month in every state; whatever day it is. What happens between the
 * months is late time, licences changed back in time, a service that is credited, and a basis that is taken back.
 */
export async function fillDemoInvoiceBases(database: Database, today = todayInStockholm()) {
  const [, last = '', earlier = '', first = ''] = latestMonths(today, 4)
  await database.as('owner', async (db) => {
    const admin = await findAdmin(db)
    if (!admin?.orgId) return
    await sql`select set_config('app.quiet', 'on', true), set_config('app.org_id', ${admin.orgId}, true),
      set_config('app.user_id', ${admin.userId}, true), set_config('app.role', 'admin', true)`.execute(db)
    await sql`update company_facts set billing_from = ${`${first}-01`}::date where org_id = ${admin.orgId}::uuid`.execute(
      db,
    )
    const cast = await castCustomers(db, { earlier, last })
    const server = cast.negative && (await orderServer(db, admin, cast.negative, first))
    await billMonth(db, admin, first, await othersOf(db, first, []))
    if (server) await endServer(db, admin, server, first)
    await changeAfterBilling(db, admin, first, Object.values(cast))
    await billMonth(db, admin, earlier, await othersOf(db, earlier, customersLeft(cast)))
    await playEarlier(db, admin, earlier, cast)
    await changeAfterBilling(db, admin, earlier, Object.values(cast))
    await billMonth(db, admin, last, await someWithoutRows(db, last, Object.values(cast)))
    await playLast(db, admin, last, cast)
    await dateBases(db, { today, last })
    for (const { id } of await db.selectFrom('invoiceBases').select('id').where('checkAt', 'is not', null).execute())
      await checkInvoiceBasis(db, admin.orgId, id)
  })
}

const othersOf = async (db: Db, month: string, left: readonly string[]) =>
  (await customersToBill(db, month)).flatMap(({ id }) => (left.includes(id) ? [] : id))

/** Those whose month before last is not billed with the others. */
const customersLeft = (cast: Cast) =>
  roles.flatMap(([role, { earlier }]) => (earlier === undefined ? [] : (cast[role as Role] ?? [])))

/** Customers whose last month is billed already, since no time had to be reported. */
const someWithoutRows = async (db: Db, month: string, others: readonly string[]) =>
  (await customersToBill(db, month))
    .flatMap(({ id, hasRows }) => (hasRows || others.includes(id) ? [] : id))
    .slice(0, 3)

async function findAdmin(db: Db): Promise<StaffActor | undefined> {
  const row = await db
    .selectFrom('userRoles')
    .innerJoin('auth.users as user', 'user.id', 'userRoles.userId')
    .select(['userRoles.orgId', 'user.id as userId', 'user.email'])
    .where('role', '=', 'admin')
    .orderBy('user.id')
    .executeTakeFirst()
  const login = { ...JUST_SIGNED_IN, sessionId: '', fullName: null, mustChangePassword: false, customerId: null }
  return row && { ...login, ...row, kind: 'staff', role: 'admin' }
}

type Cast = { [role in Role]?: string }
type Candidate = { id: string; earlierRows: number; lastRows: number; hasAgreement: boolean; hasCharge: boolean }

/** A customer for each role, those with an agreement and the most work first. */
async function castCustomers(db: Db, { earlier, last }: { earlier: string; last: string }): Promise<Cast> {
  const rowsIn = (month: string) => sql<number>`(select count(*)::int from time_entries e where e.org_id = c.org_id
    and e.customer_id = c.id and e.deleted_at is null and date_trunc('month', e.work_date) = ${`${month}-01`}::date)`
  const { rows: candidates } = await sql<Candidate>`
    select id, earlier_rows, last_rows, has_agreement, has_charge from (
      select id, ${rowsIn(earlier)} as earlier_rows, ${rowsIn(last)} as last_rows,
        exists (select from agreements a where a.org_id = c.org_id and a.customer_id = c.id
          and a.valid_from < ${`${earlier}-01`}::date) as has_agreement,
        exists (select from charges h where h.org_id = c.org_id and h.customer_id = c.id and h.period = 'month'
          and h.ends_on is null) as has_charge
      from customers c where archived_at is null and not is_private and vat = 'standard'
        and exists (select from customer_users l where l.org_id = c.org_id and l.customer_id = c.id and l.approves_time)) known
    order by has_agreement desc, last_rows + earlier_rows desc, id`.execute(db)
  const cast: Cast = {}
  for (const [role, { needs }] of roles) {
    const suits = ({ earlierRows, lastRows, hasAgreement, hasCharge }: Candidate) =>
      earlierRows >= (needs.earlierRows ?? 0) &&
      lastRows >= (needs.lastRows ?? 0) &&
      (hasCharge || (!needs.hasCharge && (hasAgreement || lastRows > 0)))
    // What is credited to it has to be more than what it buys.
    const found = role === 'negative' ? candidates.findLastIndex(suits) : candidates.findIndex(suits)
    const [customer] = found < 0 ? [] : candidates.splice(found, 1)
    if (customer) cast[role as Role] = customer.id
  }
  return cast
}

async function playEarlier(db: Db, admin: StaffActor, month: string, cast: Cast) {
  for (const [role, { earlier, billed = [] }] of roles) {
    const customerId = cast[role as Role]
    if (!customerId) continue
    if (earlier) await play(db, admin, { customerId, month }, earlier)
    const basis = await findBilled(db, customerId, month)
    for (const step of billed) if (basis) await takeStep(db, admin, basis.id, step)
  }
}

const findBilled = (db: Db, customerId: string, month: string) =>
  db
    .selectFrom('invoiceBases')
    .select('id')
    .where('customerId', '=', customerId)
    .where('month', '=', `${month}-01`)
    .where('state', '=', 'billed')
    .executeTakeFirst()

async function playLast(db: Db, admin: StaffActor, month: string, cast: Cast) {
  // Asked for by the customer since the months before were billed.
  await sql`update billing_details set requires_reference = true, your_reference = null, order_number = null
    where customer_id = ${cast.lacksReference ?? null}::uuid`.execute(db)
  for (const [role, { last }] of roles) {
    const customerId = cast[role as Role]
    if (customerId && last) await play(db, admin, { customerId, month }, last)
  }
}

async function play(db: Db, admin: StaffActor, of: { customerId: string; month: string }, steps: readonly BasisStep[]) {
  const id = await createInvoiceBasis(db, admin, { ...of, replaces: null })
  for (const step of steps) await takeStep(db, admin, id, step)
}
