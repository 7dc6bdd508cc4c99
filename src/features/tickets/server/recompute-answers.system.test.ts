// The job that computes anew when answers are due after a change of what they depend on.
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { company } from '#features/company/company.contract.ts'
import { calendarOf } from '#features/company/opening-hours.rules.ts'
import { getHours } from '#features/company/server/opening-hours.queries.ts'
import { setHoursOfAllDates } from '#features/company/testing/opening-hours.ts'
import { addWorkingMinutes } from '#features/company/working-time.rules.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { openStream, untilBegun } from '#platform/live/testing/stream.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { untilLockWaits } from '#tests/harness/open-transaction.ts'
import { recomputation } from '../recomputation.contract.ts'
import { tickets } from '../tickets.contract.ts'
import { RECOMPUTE_ANSWERS, RECOMPUTED_TOGETHER, recomputationTasks, recomputeAnswers } from './recompute-answers.ts'

/** `ids` are those of its open tickets, in the order in which a run takes them. */
type Company = { orgId: string; admin: Person; portalUser: Person; customerId: string; ids: string[] }

let h: Harness
let first: Database
let second: Database
/** A session of an operator, whose transactions hold up a run. */
let operator: pg.Client
let small: Company
/** The batch in which a run of the small company waits. */
const HELD = 2

beforeAll(async () => {
  h = await startHarness()
  // Their statements wait for a lock as long as a test holds it.
  const process = () => openDatabase({ ...h.test.connection, max: 2, waitTimeoutMs: 120_000 })
  first = process()
  second = process()
  operator = new pg.Client({ ...h.test.connection, user: 'postgres', options: '-c search_path=stodpunkt' })
  await operator.connect()
  small = await aCompany(RECOMPUTED_TOGETHER * 4)
  await h.test.superuser.query('select request_recomputation($1)', [small.orgId])
  await run()
})
beforeEach(async () => void (await h.test.superuser.query(deleteQueuedJobs)))
afterEach(() => release())
afterAll(async () => {
  await Promise.all([first.close(), second.close(), operator.end()])
  await h.stop()
})

async function aCompany(openTickets: number): Promise<Company> {
  const { id: orgId } = await h.anOrganization(`${openTickets} ärenden AB`)
  await setHoursOfAllDates(h.test.superuser, orgId, `opens = '08:00', closes = '17:00', eves = 'closed'`)
  const customer = await h.aCustomer({ orgId })
  const of = { orgId, admin: await h.anAdmin({ orgId }), portalUser: await h.aPortalUser(customer) }
  const ids = await addTickets(h.test.superuser, { ...of, customerId: customer.id }, openTickets)
  // As autovacuum does.
  await h.test.superuser.query('analyze tickets')
  return { ...of, customerId: customer.id, ids }
}

/** Opened by the customer on a Monday and a Tuesday. */
async function addTickets(client: pg.Client, of: Omit<Company, 'ids'>, count: number, from = 10_000) {
  const { rows } = await client.query(
    `insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_by, created_at)
     select $1, gen_random_uuid(), $5::int + n, $2, 'Nätet', 'Det går inte', $3,
       timestamptz '2026-11-23 07:00Z' + n * interval '20 seconds'
     from generate_series(1, $4::int) n returning id`,
    [of.orgId, of.customerId, of.portalUser.userId, count, from],
  )
  return rows.map(({ id }) => id as string).toSorted()
}

async function answerWithin(minutes: number, { admin } = small) {
  const facts = await h.as(admin).call(company.facts, {})
  await h.as(admin).call(company.changeFacts, { body: { ...facts, normalAnswerMinutes: minutes } })
}

/** Begins the run of a job and locks the first ticket of a batch, so that it waits there. */
async function hold(job: string, { orgId, ids } = small, batch = HELD) {
  await h.test.superuser.query('select start_recomputation($1, $2)', [orgId, job])
  await operator.query('begin')
  await operator.query('select from tickets where id = $1 for update', [ids[batch * RECOMPUTED_TOGETHER]])
}
/** Also when nothing is held. */
const release = () => operator.query('rollback')

const run = ({ orgId }: Pick<Company, 'orgId'> = small, database = first, id = 'job') =>
  recomputeAnswers(database, orgId, { id })
const progress = async ({ admin } = small) => (await h.as(admin).call(recomputation.progress, {})).progress
const storedRun = async ({ orgId } = small) =>
  (await h.test.superuser.query('select * from answer_recomputations where org_id = $1', [orgId])).rows[0]

/** Compares every ticket that waits for an answer with the working minutes after it was opened. */
async function expectDue(minutes: number, { orgId, admin, ids } = small) {
  const calendar = calendarOf(await h.database.asActor(admin.sessionId, () => undefined, getHours))
  const { rows } = await h.test.superuser.query<{ created_at: Date; due_at: Date | null }>(
    `select created_at, due_at from tickets where org_id = $1 and unanswered_since is not null`,
    [orgId],
  )
  const wrong = rows.filter(
    ({ created_at, due_at }) => due_at?.getTime() !== addWorkingMinutes(calendar, created_at, minutes)?.getTime(),
  )
  expect([rows.length > ids.length - 3, wrong]).toEqual([true, []])
}

/** What customers were told, which no setting moves. */
const promises = async () =>
  (
    await h.test.superuser.query(
      `select md5(string_agg(promised_at::text, ' ' order by id)) from tickets where org_id = $1`,
      [small.orgId],
    )
  ).rows

test('a change of targets computes 5 000 open tickets anew, and nobody waits but who writes in a row of the batch', async () => {
  const big = await aCompany(5000)
  const batch = 40
  await h.test.superuser.query(deleteQueuedJobs)
  await answerWithin(120, big)
  const { rows: jobs } = await h.test.superuser.query(`select task, payload from ${queuedJobs}`)
  expect(jobs).toEqual([{ task: RECOMPUTE_ANSWERS, payload: { orgId: big.orgId } }])
  expect(await progress(big)).toBeNull()

  await hold('job', big, batch)
  const running = run(big)
  await untilLockWaits(h)
  const there = { done: batch * RECOMPUTED_TOGETHER, total: 5000 }
  expect(await progress(big)).toEqual(there)
  const unlocked = 'select from tickets where org_id = $1 for update skip locked'
  const { rowCount } = await h.test.superuser.query(unlocked, [big.orgId])
  expect(rowCount).toBeGreaterThanOrEqual(5000 - RECOMPUTED_TOGETHER)
  // Before and after the place of the run: answered while it waits, with a moment by the new target.
  for (const id of [big.ids[0], big.ids.at(-1)])
    await h.as(big.portalUser).call(portal.comment, { params: { id: id ?? '' }, body: { comment: 'Hur går det?' } })
  await h.as(big.admin).call(tickets.comment, { params: { id: big.ids.at(-2) ?? '' }, body: { comment: 'Vi tittar.' } })
  await h.as(big.admin).call(tickets.list, { query: {} })
  await answerWithin(180, big)
  expect(await progress(big)).toEqual(there)
  await release()
  await running
  await expectDue(180, big)
  expect(await progress(big)).toBeNull()
})

test('a change while a company has nothing open queues no job', async () => {
  const { id: orgId } = await h.anOrganization('Utan ärenden AB')
  await answerWithin(60, { ...small, admin: await h.anAdmin({ orgId }) })
  const { rowCount } = await h.test.superuser.query(`select from ${queuedJobs}`)
  expect(rowCount).toBe(0)
})

test('two changes in a row are one more run, also with two processes, and lists are refetched once a run', async () => {
  const address = await h.app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await openStream(`${address}/api/live`, small.admin)
  await untilBegun([stream])
  const promised = await promises()
  await answerWithin(90)
  await hold('one')
  const running = run(small, first, 'one')
  await untilLockWaits(h)
  const { started_at: startedAt } = await storedRun()
  await answerWithin(60)
  await answerWithin(75)
  // The jobs of the later changes leave the run to the first one; they wait for its batch at most.
  const others = [run(small, second, 'two'), run(small, second, 'three')]
  await untilLockWaits(h, 3)
  await release()
  await Promise.all([running, ...others])
  const { requested, finished, running: at, job, started_at: startedLast } = await storedRun()
  expect([finished, at, job]).toEqual([requested, null, 'one'])
  expect(startedLast).not.toEqual(startedAt)
  await expectDue(75)
  expect(await promises()).toEqual(promised)
  const about = (subject: string) => stream.events.filter((event) => event.about === subject).length
  await until(() => expect(about('answers')).toBeGreaterThanOrEqual(2))
  expect([about('answers'), about('ticket')]).toEqual([2, 0])
  stream.close()
})

test('a run goes on where it was when its job is repeated, or after a minute in the job of another change', async () => {
  await answerWithin(100)
  await hold('lost')
  const lost = openDatabase({ ...h.test.connection, max: 2, waitTimeoutMs: 120_000 })
  const failed = expect(run(small, lost, 'lost')).rejects.toThrow()
  await untilLockWaits(h)
  await h.test.superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  await failed
  await lost.close()
  await release()
  const place = { job: 'lost', done: HELD * RECOMPUTED_TOGETHER }
  expect(await storedRun()).toMatchObject(place)
  await run(small, second, 'other')
  expect(await storedRun()).toMatchObject(place)

  await h.test.superuser.query(`update answer_recomputations set stored_at = now() - interval '61 seconds'`)
  const { started_at: startedAt } = await storedRun()
  await run(small, second, 'other')
  expect(await storedRun()).toMatchObject({ job: 'other', running: null, started_at: startedAt })
  await expectDue(100)

  await answerWithin(110)
  await h.test.superuser.query(`select start_recomputation($1, 'repeated')`, [small.orgId])
  await run(small, second, 'repeated')
  await expectDue(110)
})

test('a ticket that was stored by the former targets, and committed after the run began, is computed too', async () => {
  await answerWithin(120)
  await operator.query('begin')
  const [late] = await addTickets(operator, small, 1, 20_000)
  const running = run()
  // It has begun, and waits for the transaction.
  await until(async () => expect(await progress()).toMatchObject({ done: 0 }))
  await operator.query('commit')
  await running
  const { rows } = await h.test.superuser.query('select due_at from tickets where id = $1', [late])
  expect(rows[0].due_at).not.toBeNull()
  await expectDue(120)
})

test('the nightly run corrects what operators have changed in the database', async () => {
  await h.test.superuser.query(`update tickets set due_at = '2030-01-01' where id = $1`, [small.ids[7]])
  const tasks = recomputationTasks(first)
  await tasks['nightly-answer-recomputation']?.({})
  const { rows } = await h.test.superuser.query(`select payload ->> 'orgId' as org from ${queuedJobs}`)
  expect(rows).toContainEqual({ org: small.orgId })
  await tasks[RECOMPUTE_ANSWERS]?.({ orgId: small.orgId })
  await expectDue(120)
})
