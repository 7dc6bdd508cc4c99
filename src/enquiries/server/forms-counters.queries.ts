// What the public forms count (rules 33 and 34). Keys are hashes with the installation's key; those of addresses have
// another key each day.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { secondsToMidnight, todayInStockholm } from '#lib/dates.rules.ts'
import { networkOf } from '#lib/server/network.ts'
import type { NewEnquiry } from './forms-input.ts'

const SAME_MINUTES = 10
/** The longest day in Stockholm, of the autumn's clock change. What is counted for a day has its date in the key as well. */
const DAY_MINUTES = 25 * 60
/** How many one network may send, and in how many minutes. */
const networkLimits = [
  { minutes: 10, most: 5 },
  { minutes: DAY_MINUTES, most: 20 },
] as const

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
  const { count } = await countOne(db, `same:${hashOf(key, JSON.stringify(content))}`, SAME_MINUTES)
  return count === 1
}

/** Counts one for a network. Throws TooManyForms; what was counted is then undone with the transaction. */
export async function countForNetwork(db: Db, keyed: Keyed, ip: string) {
  const network = hashOf(todaysKey(keyed), networkOf(ip))
  for (const { minutes, most } of networkLimits) {
    const { count, secondsLeft } = await countOne(db, `network:${minutes}:${network}`, minutes)
    if (count > most) throw new TooManyForms(Math.min(secondsLeft, secondsToMidnight(keyed.now)))
  }
}

/** Whether one more receipt may be sent: one to each address a day, and so many in all. */
export async function mayGetReceipt(db: Db, keyed: Keyed, email: string, mostADay: number): Promise<boolean> {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  // anna+1@ and anna+2@ reach one person.
  const address = hashOf(todaysKey(keyed), `${local.replace(/\+.*$/, '')}@${domain}`)
  if ((await countOne(db, `receipt:${address}`, DAY_MINUTES)).count > 1) return false
  return (await countOne(db, `receipts:${todayInStockholm(keyed.now)}`, DAY_MINUTES)).count <= mostADay
}

/** Forgets what was counted a day ago. */
export const forgetCounters = (db: Db) =>
  db
    .deleteFrom('formCounters')
    .where('windowStart', '<', sql<string>`now() - make_interval(mins => ${DAY_MINUTES})`)
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

const hashOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')
const todaysKey = (keyed: Keyed) =>
  createHmac('sha256', keyed.key)
    .update(`day\0${todayInStockholm(keyed.now)}`)
    .digest()
