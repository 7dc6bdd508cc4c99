// The measured first answers of the Dashboard and of a customer's page, against a count by hand.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calendarOf, type DayHours } from '#features/company/opening-hours.rules.ts'
import { getHours } from '#features/company/server/opening-hours.queries.ts'
import { measureAnswers } from '#features/inbox/server/measure-answers.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { firstAnswer } from '#features/tickets/answer-clock.rules.ts'
import { merging } from '#features/tickets/merging.contract.ts'
import { computeAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { customerScreen } from '#screens/customer/customer-screen.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { dashboard } from '../dashboard.contract.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let h: Harness
let orgId: string
let technician: Person
let customers: string[]
let calendar: (date: string) => DayHours

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  customers = [(await h.aCustomer({ orgId })).id, (await h.aCustomer({ orgId })).id]
  calendar = calendarOf(
    await h.database.asActor(
      technician.sessionId,
      () => undefined,
      (db) => getHours(db),
    ),
  )
})
afterAll(() => h.stop())

const q = (text: string, ...values: unknown[]) => h.test.superuser.query(text, values)
const figuresOfCompany = async () => {
  const { countedAt: _moment, ...figures } = (await h.as(technician).call(dashboard.get, {})).answers
  return figures
}
async function ofCompany() {
  await measureAnswers(h.database)
  return figuresOfCompany()
}
const ofCustomer = async (id: string) => (await h.as(technician).call(customerScreen.get, { params: { id } })).answers

/** Numbers from 0 to 1 that are the same in every run (Park and Miller). */
function drawing(seed: number) {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

test('first_answer() in the database is firstAnswer of answer-clock.rules.ts', async () => {
  const draw = drawing(7)
  const base = Date.parse('2026-11-02T08:00:00Z')
  const moment = () => new Date(base + Math.floor(draw() * 5) * HOUR_MS)
  const rows = Array.from({ length: 400 }, () => ({
    promised: moment(),
    answered: draw() < 0.3 ? undefined : moment(),
    finished: draw() < 0.4 ? undefined : moment(),
    now: moment(),
  }))
  const { rows: found } = await q(
    `select first_answer(promised, answered, finished, at) as outcome
     from unnest($1::timestamptz[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[])
       with ordinality drawn (promised, answered, finished, at, n) order by n`,
    rows.map(({ promised }) => promised),
    rows.map(({ answered }) => answered ?? null),
    rows.map(({ finished }) => finished ?? null),
    rows.map(({ now }) => now),
  )
  const expected = rows.map(({ promised, answered, finished, now }) =>
    firstAnswer(promised, { answeredAt: answered, finishedAt: finished }, now),
  )
  expect(found.map(({ outcome }) => outcome)).toEqual(expected)
  expect(new Set(expected)).toEqual(new Set(['kept', 'missed', 'open', 'uncounted']))
})

test('without a promised answer nothing is counted', async () => {
  const none = { kept: 0, missed: 0, medianMinutes: null }
  expect([await figuresOfCompany(), await ofCompany(), await ofCustomer(customers[0] ?? '')]).toEqual([
    none,
    none,
    none,
  ])
})

test('the figures of all customers say when they were counted', async () => {
  const counted = async () => {
    await measureAnswers(h.database)
    return (await h.as(technician).call(dashboard.get, {})).answers.countedAt ?? ''
  }
  const { rows } = await q('select now() as before')
  const first = await counted()
  expect(Date.parse(first)).toBeGreaterThanOrEqual(rows[0].before.getTime())
  expect(Date.parse(await counted())).toBeGreaterThan(Date.parse(first))
})

type Drawn = {
  customerId: string | null
  arrived: number
  promised: number | null
  answered: number | null
  finished: number | null
  isLeftOut: boolean
}

/** Minute by minute; moments are whole minutes. */
function workingMinutes(from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at += MINUTE_MS) {
    const [date = '', time = ''] = momentInStockholm(new Date(at)).split(' ')
    if (calendar(date).intervals.some(({ opens, closes }) => opens <= time && time < closes)) count++
  }
  return count
}

function byHand(rows: Drawn[], now: number) {
  let [kept, missed] = [0, 0]
  const minutes: number[] = []
  for (const { arrived, promised, answered, finished, isLeftOut } of rows) {
    if (isLeftOut || promised === null || promised < now - 90 * DAY_MS) continue
    const isAnswered = answered !== null && (finished === null || answered <= finished)
    const hasPassed = (finished ?? now) > promised
    if (isAnswered && answered <= promised) kept++
    else if (isAnswered || hasPassed) missed++
    else continue
    if (answered !== null) minutes.push(workingMinutes(arrived, answered))
  }
  const sorted = minutes.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
  return { kept, missed, medianMinutes: Math.round(median) }
}

test('the numbers of a drawn quarter are those of a count by hand', async () => {
  const draw = drawing(48)
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const minutes = (most: number) => (1 + Math.floor(draw() * most)) * MINUTE_MS
  const drawOne = (customerId: string | null, nth: number): Drawn => {
    const arrived = now - minutes(120 * 24 * 60)
    // A merged ticket is closed, and a suspected enquiry is nobody's until it is rescued.
    const isLeftOut = nth > 10 && draw() < 0.1
    const answered = draw() < 0.8 ? arrived + minutes(48 * 60) : null
    return {
      customerId,
      arrived,
      promised: draw() < 0.9 ? arrived + minutes(48 * 60) : null,
      answered: answered !== null && answered < now ? answered : null,
      finished: isLeftOut || draw() < 0.6 ? Math.min(now, arrived + minutes(72 * 60)) : null,
      isLeftOut,
    }
  }
  const tickets = Array.from({ length: 240 }, (_, n) => drawOne(customers[n % 3 === 0 ? 0 : 1] ?? null, n))
  const enquiries = Array.from({ length: 40 }, (_, n) => drawOne(null, n))
  await q(`select set_config('app.quiet', 'on', false)`)
  const moment = (ms: number | null) => ms && new Date(ms)
  for (const [index, { customerId, arrived, promised, answered, finished, isLeftOut }] of tickets.entries())
    await q(
      `insert into tickets (org_id, id, ticket_number, customer_id, title, description, status, created_at, promised_at,
         first_answered_at, finished_at, merged_into, status_before_merge)
       select $1, gen_random_uuid(), $2, $3, 'x', 'x', $4, $5, $6, $7, $8,
         (select id from tickets where customer_id = $3 and merged_into is null and $9 limit 1), case when $9 then 'open' end`,
      ...[orgId, index + 1, customerId, finished === null ? 'open' : 'closed', moment(arrived), moment(promised)],
      ...[moment(answered), moment(finished), isLeftOut],
    )
  for (const { arrived, promised, answered, finished, isLeftOut } of enquiries) {
    const id = await anEnquiry(h, { orgId, isSuspect: isLeftOut })
    await q(
      `update enquiries set created_at = $2, promised_at = $3, first_answered_at = $4, done_at = $5 where id = $1`,
      ...[id, moment(arrived), moment(promised), moment(answered), moment(finished)],
    )
  }
  await q(`select set_config('app.quiet', '', false)`)
  const all = byHand([...tickets, ...enquiries], now)
  expect(await ofCompany()).toEqual(all)
  const [first, second] = customers
  const of = (customerId: string | undefined) =>
    byHand(
      tickets.filter((row) => row.customerId === customerId),
      now,
    )
  expect(await ofCustomer(first ?? '')).toEqual(of(first))
  expect(await ofCustomer(second ?? '')).toEqual(of(second))
  expect(all.kept).toBeGreaterThan(50)
  expect(all.missed).toBeGreaterThan(20)
})

test('an enquiry counts once: when it has become a ticket, as that', async () => {
  const before = await ofCompany()
  const id = await anEnquiry(h, { orgId })
  await q(`update enquiries set promised_at = now() - interval '1 hour' where id = $1`, id)
  expect(await ofCompany()).toMatchObject({ missed: before.missed + 1 })
  await q(
    `insert into tickets (org_id, id, ticket_number, customer_id, title, description, enquiry_id)
     select $1, gen_random_uuid(), coalesce(number, 9001), $2, 'x', 'x', id from enquiries where id = $3`,
    ...[orgId, customers[0], id],
  )
  await q(`update tickets set promised_at = now() - interval '1 hour' where enquiry_id = $1`, id)
  expect(await ofCompany()).toMatchObject({ missed: before.missed + 1 })
})

test('the first answer to an enquiry is noted, and counted from its arrival', async () => {
  const id = await anEnquiry(h, { orgId })
  const answer = (at: string, author: string | null) =>
    q(
      `insert into enquiry_replies (org_id, id, enquiry_id, author, text, created_at)
       values ($1, gen_random_uuid(), $2, $3, 'x', $4)`,
      ...[orgId, id, author, at],
    )
  await q(
    `update enquiries set created_at = '2026-11-02 16:30+01', promised_at = '2026-11-03 16:30+01' where id = $1`,
    id,
  )
  await answer('2026-11-02 16:40+01', null)
  await answer('2026-11-03 09:00+01', technician.userId)
  await answer('2026-11-03 10:00+01', technician.userId)
  await measureAnswers(h.database)
  const { rows } = await q('select first_answered_at as at, answer_minutes as minutes from enquiries where id = $1', id)
  expect(rows).toEqual([{ at: new Date('2026-11-03T09:00:00+01:00'), minutes: 90 }])
})

test('the answer to merged tickets is counted from the first arrival and promise, and separated from its own', async () => {
  const customer = await h.aCustomer({ orgId })
  const kim = await h.aPortalUser(customer)
  const open = async (title: string) => {
    const { id } = await h.as(kim).call(portal.create, { body: { title, description: 'x', priority: 'normal' } })
    return id
  }
  const [early, late] = [await open('Skrivaren'), await open('Papperet')]
  const arrived = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 10 * DAY_MS
  await q(
    `update tickets set created_at = $2, unanswered_since = $2, told = '[]' where id = $1`,
    ...[early, new Date(arrived)],
  )
  await h.database.as('jobs', (db) => computeAnswers(db, { orgId, kind: 'ticket', after: null, limit: 1000 }))
  const stored = async (id: string) => {
    const { rows } = await q('select created_at, promised_at, answer_minutes from tickets where id = $1', id)
    return rows[0]
  }
  const merge = async (into: string | null) => {
    const { version } = await h.as(technician).call(tickets.get, { params: { id: early } })
    await h.as(technician).call(merging.merge, { params: { id: early }, body: { into, version, copies: [] } })
  }
  await merge(late)
  await h.as(technician).call(tickets.comment, { params: { id: late }, body: { comment: 'Vi kommer.' } })
  const answered = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS
  await q('update tickets set first_answered_at = $2 where id = $1', late, new Date(answered))
  await measureAnswers(h.database)
  const row = { customerId: customer.id, answered, finished: null, isLeftOut: false }
  const [first, second] = [await stored(early), await stored(late)]
  expect(second.promised_at).toEqual(first.promised_at)
  expect(await ofCustomer(customer.id)).toEqual(
    byHand([{ ...row, arrived, promised: first.promised_at.getTime() }], answered),
  )
  await merge(null)
  await measureAnswers(h.database)
  const separated = await stored(late)
  expect(separated.promised_at.getTime()).toBeGreaterThan(answered)
  // The other one has no answer of its own, and its moment has passed.
  expect(await ofCustomer(customer.id)).toEqual({ kept: 1, missed: 1, medianMinutes: separated.answer_minutes })
  expect(separated.answer_minutes).toBeLessThanOrEqual(1)
})
