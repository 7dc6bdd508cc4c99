// Rate limits of the public forms. Counter keys are HMACs with the key of the installation; those of mail and network
// addresses use another key each day. Days are calendar days in Stockholm.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { networkOf } from '#platform/http/network.ts'
import { addDays, startInStockholm, todayInStockholm } from '#shared/dates.rules.ts'
import { isReadByNobody } from '../unread-addresses.rules.ts'
import type { NewEnquiry } from './forms-input.ts'

const DUPLICATE_MINUTES = 10
/** The limits of one network per window and per day. */
const NETWORK_MINUTES = 10
const NETWORK_MAX = 5
const NETWORK_MAX_PER_DAY = 20

/** The network has reached its limit. */
export class TooManyForms extends Error {
  override name = 'TooManyForms'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Too many forms from one network')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type Keyed = { key: Buffer; now: Date }

type Submitted = { orgId: string; enquiry: NewEnquiry; isSuspect: boolean }

/**
 * Whether the same content was not submitted within ten minutes. The upsert locks the counter row, so concurrent duplicates
 * wait for each other; if the first rolls back, the next one counts as first.
 */
export async function isFirstSubmission(db: Db, { key }: Keyed, submitted: Submitted): Promise<boolean> {
  const { count } = await countOne(db, contentKey(key, submitted), DUPLICATE_MINUTES)
  return count === 1
}

/** Remembers what the first submission became, for its duplicates. */
export async function noteSubmission(db: Db, { key }: Keyed, submitted: Submitted, enquiryId: string) {
  await db.updateTable('formCounters').set({ enquiryId }).where('key', '=', contentKey(key, submitted)).execute()
}

/** The enquiry that the same content became. */
export async function findSubmission(db: Db, { key }: Keyed, submitted: Submitted): Promise<string | null> {
  const found = await db
    .selectFrom('formCounters')
    .select('enquiryId')
    .where('key', '=', contentKey(key, submitted))
    .executeTakeFirst()
  return found?.enquiryId ?? null
}

/** Whether the same content was stored within ten minutes, without counting it. */
export async function wasSubmitted(db: Db, { key }: Keyed, submitted: Submitted): Promise<boolean> {
  const found = await db
    .selectFrom('formCounters')
    .select('key')
    .where('key', '=', contentKey(key, submitted))
    .where('windowStart', '>', sql<string>`now() - make_interval(mins => ${DUPLICATE_MINUTES})`)
    .executeTakeFirst()
  return found !== undefined
}

function contentKey(key: Buffer, { orgId, enquiry, isSuspect }: Submitted): string {
  const { kind, name, email, phone, message, isUrgent } = enquiry
  // A suspected bot submission must not block a person who submits the same content.
  const content = [orgId, isSuspect, kind, name, email.toLowerCase(), phone, message, isUrgent]
  return `same:${hmacOf(key, JSON.stringify(content))}`
}

/** Increments the counters of a network. Throws TooManyForms; the increment is then rolled back with the transaction. */
export async function countForNetwork(db: Db, keyed: Keyed, ip: string) {
  const keys = networkKeys(keyed, ip)
  const { count, secondsLeft } = await countOne(db, keys.window, NETWORK_MINUTES)
  const left = secondsOfDayLeft(keyed)
  if (count > NETWORK_MAX) throw new TooManyForms(Math.min(secondsLeft, left))
  if ((await countToday(db, keys.day)) > NETWORK_MAX_PER_DAY) throw new TooManyForms(left)
}

/** Reverts what `countForNetwork` counted at that moment. */
export async function uncountForNetwork(db: Db, keyed: Keyed, ip: string) {
  const { window, day } = networkKeys(keyed, ip)
  // In the order of `countForNetwork`, which prevents deadlocks.
  for (const key of [window, day])
    await db
      .updateTable('formCounters')
      .set({ count: sql`count - 1` })
      .where('key', '=', key)
      .where('count', '>', 0)
      .execute()
}

function networkKeys(keyed: Keyed, ip: string) {
  const network = hmacOf(todaysKey(keyed), networkOf(ip))
  return { window: `network:${NETWORK_MINUTES}:${network}`, day: `network:day:${network}` }
}

/** Whether a receipt may be sent: one per address and day, at most `maxPerDay` in all, and none to a no-reply address. */
export async function mayGetReceipt(db: Db, keyed: Keyed, email: string, maxPerDay: number): Promise<boolean> {
  if (isReadByNobody(email)) return false
  if ((await countToday(db, `receipt:${addressIn(keyed, email)}`)) > 1) return false
  return (await countToday(db, `receipts:${dayOf(keyed)}`)) <= maxPerDay
}

const LEFT_OUT_PER_DAY = 10

/**
 * Whether an address may be notified of left-out files: a few times a day, and within `maxPerDay` together with the receipts.
 */
export async function mayNotifyOfFiles(db: Db, keyed: Keyed, email: string, maxPerDay: number): Promise<boolean> {
  if ((await countToday(db, `left-out:${addressIn(keyed, email)}`)) > LEFT_OUT_PER_DAY) return false
  return (await countToday(db, `receipts:${dayOf(keyed)}`)) <= maxPerDay
}

/** anna+1@ and anna+2@ are the same mailbox. */
function addressIn(keyed: Keyed, email: string) {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  return hmacOf(todaysKey(keyed), `${local.replace(/\+.*$/, '')}@${domain}`)
}

/** Deletes counters of past days, except those of a window that is still open. */
export const deleteOldCounters = (db: Db, now: Date) =>
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
      -- A concurrent transaction that began later may have set a window_start after now().
      greatest(1, ceil(extract(epoch from least(window_start, now()) - now() + make_interval(mins => ${minutes}))))::int as seconds_left
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('Nothing was counted')
  return row
}

/** The key contains the day, so the counter needs no window. */
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
