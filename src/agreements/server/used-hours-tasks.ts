// Keeps how much of included and bought hours is used, and tells the administrators when most or all of them are.
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Db } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import { Id } from '#lib/contract.ts'
import { todayInStockholm } from '#lib/dates.rules.ts'
import { enqueue, type Schedule, type Tasks } from '#lib/server/jobs.ts'
import type { Mailer } from '#lib/server/mail.ts'
import { listAdministrators } from '#users/server/administrators.queries.ts'
import { reached } from '../drawing.rules.ts'
import { getUsedHours } from './used-hours.queries.ts'
import { usedHoursMail } from './used-hours-mail.ts'

/** The database adds one when something of a customer's hours changes (compute_used_hours). */
const USED_HOURS = 'used-hours'
export const USED_HOURS_CHECK = 'used-hours-check'
const USED_HOURS_MAIL = 'used-hours-mail'

const Payload = z.object({ orgId: Id, customerId: Id })
const MailPayload = Payload.extend({
  userId: Id,
  month: z.iso.date().nullable(),
  potId: Id.nullable(),
  percent: z.int(),
})

type Parts = { database: Database; mailer: Mailer; appUrl: string }

export const agreementTasks = ({ database, mailer, appUrl }: Parts): Tasks => ({
  [USED_HOURS]: (payload) => database.as('jobs', (db) => keepUsedHours(db, Payload.parse(payload), tellAdministrators)),
  [USED_HOURS_CHECK]: () => database.as('jobs', (db) => checkAll(db)),
  [USED_HOURS_MAIL]: async (payload, job) => {
    const { percent, ...told } = MailPayload.parse(payload)
    const facts = await database.as('jobs', (db) => findFacts(db, told))
    if (facts) await mailer.send(usedHoursMail({ ...facts, ...told, percent }, appUrl), job)
  },
})

/** After midnight in Stockholm, when a month may have begun or a pot expired. In UTC. */
export const agreementSchedule: Schedule = [{ task: USED_HOURS_CHECK, match: '5 0 * * *', catchesUpHours: 24 }]

async function checkAll(db: Db) {
  for (const customer of await listCustomersWithHours(db)) await enqueue(db, USED_HOURS, customer)
}

export const listCustomersWithHours = (db: Db) =>
  db
    .selectFrom('customers')
    .select(['orgId', 'id as customerId'])
    .where('archivedAt', 'is', null)
    .where(sql<boolean>`has_hours(org_id, id)`)
    .execute()

type OfCustomer = z.infer<typeof Payload>
type Kept = { month: string | null; potId: string | null; minutes: number; usedMinutes: number }
type Tell = (db: Db, customer: OfCustomer, hours: Kept) => Promise<void>

/** Stores what is used now, and tells of each share of it once. */
export async function keepUsedHours(db: Db, customer: OfCustomer, tell: Tell, today = todayInStockholm()) {
  const { orgId, customerId } = customer
  // Two jobs of a customer at once would tell of the same share twice.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`used-hours ${customerId}`}, 0))`.execute(db)
  const before = await db
    .selectFrom('usedHours')
    .select(['month', 'potId', 'minutes', 'usedMinutes', 'toldPercent'])
    .where('orgId', '=', orgId)
    .where('customerId', '=', customerId)
    .execute()
  const now = await hoursOf(db, customerId, today)
  const isSame = (one: Pick<Kept, 'month' | 'potId'>) => (other: Pick<Kept, 'month' | 'potId'>) =>
    one.month === other.month && one.potId === other.potId
  for (const { month, potId } of before.filter((row) => !now.some(isSame(row))))
    await db
      .deleteFrom('usedHours')
      .where('orgId', '=', orgId)
      .where('customerId', '=', customerId)
      .where(sql<boolean>`(month, pot_id) is not distinct from (${month}::date, ${potId}::uuid)`)
      .execute()
  for (const hours of now)
    if (await keepHours(db, customer, hours, before.find(isSame(hours)))) await tell(db, customer, hours)
}

/** Whether there is something to tell. */
async function keepHours(
  db: Db,
  { orgId, customerId }: OfCustomer,
  hours: Kept,
  before: (Kept & { toldPercent: number }) | undefined,
) {
  const percent = reached(hours.usedMinutes, hours.minutes)
  const isNews = percent > (before?.toldPercent ?? 0)
  if (before && !isNews && before.usedMinutes === hours.usedMinutes && before.minutes === hours.minutes) return false
  const news = isNews ? { toldPercent: percent, toldAt: sql<string>`now()` } : {}
  const { minutes, usedMinutes } = hours
  await db
    .insertInto('usedHours')
    .values({ toldPercent: 0, toldAt: null, ...hours, ...news, orgId, customerId, id: uuidv7() })
    .onConflict((row) => row.constraint('used_hours_once').doUpdateSet({ minutes, usedMinutes, ...news }))
    .execute()
  return isNews
}

const tellAdministrators: Tell = async (db, customer, { month, potId, minutes, usedMinutes }) => {
  const percent = reached(usedMinutes, minutes)
  for (const { userId } of await listAdministrators(db, customer.orgId))
    await enqueue(db, USED_HOURS_MAIL, { ...customer, userId, month, potId, percent })
}

/** The included hours of the current month, and the pots that have not expired. */
async function hoursOf(db: Db, customerId: string, today: string): Promise<Kept[]> {
  const customer = await db
    .selectFrom('customers')
    .select('id')
    .where('id', '=', customerId)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  if (!customer) return []
  const { month, included, pots } = await getUsedHours(db, customerId, today)
  return [
    ...(included.minutes > 0
      ? [{ month: `${month}-01`, potId: null, minutes: included.minutes, usedMinutes: included.used }]
      : []),
    ...pots
      .filter(({ validUntil }) => validUntil === null || validUntil >= today)
      .map(({ id, minutes, usedMinutes }) => ({ month: null, potId: id, minutes, usedMinutes })),
  ]
}

type Recipient = Omit<z.infer<typeof MailPayload>, 'percent'>

async function findFacts(db: Db, { orgId, customerId, userId, month, potId }: Recipient) {
  const recipient = (await listAdministrators(db, orgId)).find((one) => one.userId === userId)
  const hours = await db
    .selectFrom('usedHours')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'usedHours.orgId').onRef('customers.id', '=', 'usedHours.customerId'),
    )
    .leftJoin('pots', (join) =>
      join.onRef('pots.orgId', '=', 'usedHours.orgId').onRef('pots.id', '=', 'usedHours.potId'),
    )
    .select(['customers.name as customer', 'boughtOn'])
    .select(['usedHours.minutes', 'usedMinutes'])
    .where('usedHours.orgId', '=', orgId)
    .where('usedHours.customerId', '=', customerId)
    .where(sql<boolean>`(month, pot_id) is not distinct from (${month}::date, ${potId}::uuid)`)
    .executeTakeFirst()
  return recipient && hours && { ...hours, email: recipient.email, name: recipient.name, company: recipient.company }
}
