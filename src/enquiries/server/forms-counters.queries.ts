// Counters of the public forms. Keys are hashes with the installation's key; those of addresses have
// another key each day. Days are Stockholm's.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { addDays, startInStockholm, todayInStockholm } from '#lib/dates.rules.ts'
import { networkOf } from '#lib/server/network.ts'
import type { NewEnquiry } from './forms-input.ts'

const SAME_MINUTES = 10
/** How many one network may send in so many minutes, and on a day. */
const NETWORK_MINUTES = 10
const NETWORK_MOST = 5
const NETWORK_MOST_A_DAY = 20

/** A network has sent as much as it may. */
export class TooManyForms extends Error {
  override name = 'TooManyForms'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too many forms from one network')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type Keyed = { key: Buffer; now: Date }

/**
 * Whether nobody has sent the same within ten minutes. Another transaction that sends it at the same time is waited for:
 * one of them is first, and if it fails the next one is.
 */
export async function isFirstOfItsKind(
  db: Db,
  { key }: Keyed,
  sent: { orgId: string; enquiry: NewEnquiry; isSuspect: boolean },
): Promise<boolean> {
  const { kind, name, email, phone, message, isUrgent } = sent.enquiry
  // What was taken for a robot's does not stand in the way of the person who sends it again.
  const content = [sent.orgId, sent.isSuspect, kind, name, email.toLowerCase(), phone, message, isUrgent]
  const { count } = await countOne(db, `same:${hmacOf(key, JSON.stringify(content))}`, SAME_MINUTES)
  return count === 1
}

/** Counts one for a network. Throws TooManyForms; what was counted is then rolled back with the transaction. */
export async function countForNetwork(db: Db, keyed: Keyed, ip: string) {
  const network = hmacOf(todaysKey(keyed), networkOf(ip))
  const { count, secondsLeft } = await countOne(db, `network:${NETWORK_MINUTES}:${network}`, NETWORK_MINUTES)
  const left = secondsOfDayLeft(keyed)
  if (count > NETWORK_MOST) throw new TooManyForms(Math.min(secondsLeft, left))
  if ((await countToday(db, `network:day:${network}`)) > NETWORK_MOST_A_DAY) throw new TooManyForms(left)
}

/** Whether one more receipt may be sent: one to each address a day, and so many in all. */
export async function mayGetReceipt(db: Db, keyed: Keyed, email: string, mostADay: number): Promise<boolean> {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  // anna+1@ and anna+2@ reach one person.
  const address = hmacOf(todaysKey(keyed), `${local.replace(/\+.*$/, '')}@${domain}`)
  if ((await countToday(db, `receipt:${address}`)) > 1) return false
  return (await countToday(db, `receipts:${dayOf(keyed)}`)) <= mostADay
}

/** Forgets what was counted on a day that is over, and not minutes ago. */
export const forgetCounters = (db: Db, now: Date) =>
  db
    .deleteFrom('formCounters')
    .where('windowStart', '<', startInStockholm(todayInStockholm(now)).toISOString())
    .where('windowStart', '<', new Date(now.getTime() - NETWORK_MINUTES * 60_000).toISOString())
    .execute()

type Count = { count: number; secondsLeft: number }

async function countOne(db: Db, key: string, minutes: number): Promise<Count> {
  const isOver = sql`(form_counters.window_start <= now() - make_interval(mins => ${minutes}))`
  const { rows } = await sql<Count>`
    insert into form_counters (key) values (${key})
    on conflict (key) do update set
      count = case when ${isOver} then 1 else form_counters.count + 1 end,
      window_start = case when ${isOver} then now() else form_counters.window_start end
    returning count,
      greatest(1, ceil(extract(epoch from window_start - now() + make_interval(mins => ${minutes}))))::int as seconds_left
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('Nothing was counted')
  return row
}

/** The key holds the day: its count is of that day alone. */
async function countToday(db: Db, key: string): Promise<number> {
  const { count } = await db
    .insertInto('formCounters')
    .values({ key })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ count: sql`form_counters.count + 1` }))
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}

const hmacOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')
const dayOf = ({ now }: Keyed) => todayInStockholm(now)
const todaysKey = (keyed: Keyed) =>
  createHmac('sha256', keyed.key)
    .update(`day\0${dayOf(keyed)}`)
    .digest()
const secondsOfDayLeft = (keyed: Keyed) =>
  Math.ceil((startInStockholm(addDays(dayOf(keyed), 1)).getTime() - keyed.now.getTime()) / 1000)
