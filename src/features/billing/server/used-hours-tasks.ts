// Stores how much of included and prepaid hours is used, and notifies the administrators when most or all are.
import { sql } from 'kysely'
import { z } from 'zod'
import { listAdministrators } from '#features/users/server/administrators.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { enqueue, type Schedule, type Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { Id } from '#shared/contract.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { reached } from '../drawing.rules.ts'
import type { OfCustomer } from './month.queries.ts'
import { getUsedHours } from './used-hours.queries.ts'
import { usedHoursMail } from './used-hours-mail.ts'

/** The database queues this job when something changes about a customer's hours (compute_used_hours). */
const USED_HOURS = 'used-hours'
export const USED_HOURS_CHECK = 'used-hours-check'
const USED_HOURS_MAIL = 'used-hours-mail'

const Payload = z.object({ orgId: Id, customerId: Id })
const MailPayload = Payload.extend({
  userId: Id,
  month: z.iso.date().nullable(),
  prepaidHoursId: Id.nullable(),
  percent: z.int(),
})

type Parts = { database: Database; mailer: Mailer; appUrl: string }

export const agreementTasks = ({ database, mailer, appUrl }: Parts): Tasks => ({
  [USED_HOURS]: (payload) =>
    database.as('jobs', (db) => storeUsedHours(db, Payload.parse(payload), notifyAdministrators)),
  [USED_HOURS_CHECK]: () => database.as('jobs', (db) => checkAll(db)),
  [USED_HOURS_MAIL]: async (payload, job) => {
    const { percent, ...recipient } = MailPayload.parse(payload)
    const facts = await database.as('jobs', (db) => findFacts(db, recipient))
    if (facts) await mailer.send(usedHoursMail({ ...facts, ...recipient, percent }, appUrl), job)
  },
})

/** After midnight in Stockholm, when a month may have begun or prepaid hours expired. In UTC. */
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

type StoredHours = { month: string | null; prepaidHoursId: string | null; minutes: number; usedMinutes: number }
type Notify = (db: Db, customer: OfCustomer, hours: StoredHours) => Promise<void>

/** Stores what is used now, and notifies once for each threshold. */
export async function storeUsedHours(db: Db, customer: OfCustomer, notify: Notify, today = todayInStockholm()) {
  const { orgId, customerId } = customer
  // Two concurrent jobs of a customer would notify twice.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`used-hours ${customerId}`}, 0))`.execute(db)
  const before = await db
    .selectFrom('usedHours')
    .select(['month', 'prepaidHoursId', 'minutes', 'usedMinutes', 'notifiedPercent'])
    .where('orgId', '=', orgId)
    .where('customerId', '=', customerId)
    .execute()
  const now = await hoursOf(db, customer, today)
  const isSame =
    (one: Pick<StoredHours, 'month' | 'prepaidHoursId'>) => (other: Pick<StoredHours, 'month' | 'prepaidHoursId'>) =>
      one.month === other.month && one.prepaidHoursId === other.prepaidHoursId
  for (const { month, prepaidHoursId } of before.filter((row) => !now.some(isSame(row))))
    await db
      .deleteFrom('usedHours')
      .where('orgId', '=', orgId)
      .where('customerId', '=', customerId)
      .where(sql<boolean>`(month, prepaid_hours_id) is not distinct from (${month}::date, ${prepaidHoursId}::uuid)`)
      .execute()
  for (const hours of now)
    if (await storeHours(db, customer, hours, before.find(isSame(hours)))) await notify(db, customer, hours)
}

/** Stores the hours. Returns whether they have reached a new threshold. */
async function storeHours(
  db: Db,
  { orgId, customerId }: OfCustomer,
  hours: StoredHours,
  before: (StoredHours & { notifiedPercent: number }) | undefined,
) {
  const percent = reached(hours.usedMinutes, hours.minutes)
  const isNews = percent > (before?.notifiedPercent ?? 0)
  if (before && !isNews && before.usedMinutes === hours.usedMinutes && before.minutes === hours.minutes) return false
  const news = isNews ? { notifiedPercent: percent, notifiedAt: sql<string>`now()` } : {}
  const { minutes, usedMinutes } = hours
  await db
    .insertInto('usedHours')
    .values({ notifiedPercent: 0, notifiedAt: null, ...hours, ...news, orgId, customerId, id: uuidv7() })
    .onConflict((row) => row.constraint('used_hours_once').doUpdateSet({ minutes, usedMinutes, ...news }))
    .execute()
  return isNews
}

const notifyAdministrators: Notify = async (db, customer, { month, prepaidHoursId, minutes, usedMinutes }) => {
  const percent = reached(usedMinutes, minutes)
  for (const { userId } of await listAdministrators(db, customer.orgId))
    await enqueue(db, USED_HOURS_MAIL, { ...customer, userId, month, prepaidHoursId, percent })
}

/** The included hours of the current month, and the prepaid hours that have not expired. */
async function hoursOf(db: Db, of: OfCustomer, today: string): Promise<StoredHours[]> {
  const customer = await db
    .selectFrom('customers')
    .select('id')
    .where('orgId', '=', of.orgId)
    .where('id', '=', of.customerId)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  if (!customer) return []
  const { month, included, prepaidHours } = await getUsedHours(db, of, today)
  return [
    ...(included.minutes > 0
      ? [{ month: `${month}-01`, prepaidHoursId: null, minutes: included.minutes, usedMinutes: included.used }]
      : []),
    ...prepaidHours
      .filter(({ validUntil }) => validUntil === null || validUntil >= today)
      .map(({ id, minutes, usedMinutes }) => ({ month: null, prepaidHoursId: id, minutes, usedMinutes })),
  ]
}

type Recipient = Omit<z.infer<typeof MailPayload>, 'percent'>

async function findFacts(db: Db, { orgId, customerId, userId, month, prepaidHoursId }: Recipient) {
  const recipient = (await listAdministrators(db, orgId)).find((one) => one.userId === userId)
  const hours = await db
    .selectFrom('usedHours')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'usedHours.orgId').onRef('customers.id', '=', 'usedHours.customerId'),
    )
    .leftJoin('prepaidHours', (join) =>
      join
        .onRef('prepaidHours.orgId', '=', 'usedHours.orgId')
        .onRef('prepaidHours.id', '=', 'usedHours.prepaidHoursId'),
    )
    .select(['customers.name as customer', 'boughtOn'])
    .select(['usedHours.minutes', 'usedMinutes'])
    .where('usedHours.orgId', '=', orgId)
    .where('usedHours.customerId', '=', customerId)
    .where(sql<boolean>`(month, prepaid_hours_id) is not distinct from (${month}::date, ${prepaidHoursId}::uuid)`)
    .executeTakeFirst()
  return recipient && hours && { ...hours, email: recipient.email, name: recipient.name, company: recipient.company }
}
