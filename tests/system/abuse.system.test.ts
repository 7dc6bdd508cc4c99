// Abuse cases that belong to no single feature. docs/security-cases.md lists all cases.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '#features/auth/auth.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { archive } from '#features/reports/archive.contract.ts'
import { reports } from '#features/reports/reports.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { NoSession } from '#platform/database/scope.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, type Person, startHarness } from '../harness/harness.ts'

type Side = { orgId: string; customerId: string; technician: Person; admin: Person }

let h: Harness
let ours: Side
let theirs: Side

beforeAll(async () => {
  h = await startHarness()
  ours = await aSide()
  theirs = await aSide()
})
afterAll(() => h.stop())

async function aSide(): Promise<Side> {
  const { id: orgId } = await h.anOrganization()
  const { id: customerId } = await h.aCustomer({ orgId })
  return { orgId, customerId, technician: await h.aTechnician({ orgId }), admin: await h.anAdmin({ orgId }) }
}

const statusOf = async (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: { status: number }) => error.status,
  )

test('A-32: a token verifier that only rejects lets nobody in anywhere', async () => {
  const sessionOf = () => Promise.reject(new NoSession())
  const rejecting = await startHarness({ on: h.test, tokens: { ...h.tokens, sessionOf } })
  const headers = { authorization: `Bearer ${ours.admin.token}` }
  for (const { method, url, allow } of rejecting.routes) {
    if (allow === 'anyone') continue
    const answer = await rejecting.app.inject({ method: method as 'GET', url: url.replace(/:\w+/g, uuidv7()), headers })
    expect(answer.statusCode, `${method} ${url}`).toBe(401)
  }
  await rejecting.stop()
})

test('A-47: a login is either staff’s or a customer’s', async () => {
  const portalUser = await h.aPortalUser({ id: ours.customerId, orgId: ours.orgId })
  const link = (userId: string) =>
    h.test.superuser.query('insert into customer_users (org_id, user_id, customer_id) values ($1, $2, $3)', [
      ...[ours.orgId, userId, ours.customerId],
    ])
  const employ = (userId: string) =>
    h.test.superuser.query(`insert into profiles (id, org_id, full_name) values ($1, $2, 'X')`, [userId, ours.orgId])
  const violation = { code: '23503' }
  await expect(link(ours.technician.userId)).rejects.toMatchObject(violation)
  await expect(employ(portalUser.userId)).rejects.toMatchObject(violation)
})

test('A-66: an idempotency key is per user: another user’s request with the same key is carried out', async () => {
  const create = async ({ token }: Person) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'the-very-same-key' }
    const answer = await h.app.inject({ method: 'POST', url: '/api/customers', headers, payload: { name: 'Ny AB' } })
    expect(answer.statusCode).toBe(200)
    return answer.json<{ id: string }>().id
  }
  const created = [await create(ours.technician), await create(ours.admin), await create(theirs.admin)]
  expect(new Set(created).size).toBe(3)
  expect(await create(ours.technician)).toBe(created[0])
  const statuses = await Promise.all(
    created.map((id) => statusOf(h.as(theirs.admin).call(customers.get, { params: { id } }))),
  )
  expect(statuses).toEqual([404, 404, 200])
})

test('A-68: a pool’s only connection retains nothing of the previous actor, also after an error', async () => {
  const single = await startHarness({ on: h.test, tokens: h.tokens, poolSize: 1 })
  const names = async (person: Person) => (await single.as(person).call(customers.list, { query: {} })).rows
  const before = { ours: await names(ours.admin), theirs: await names(theirs.admin) }
  for (let round = 0; round < 5; round++) {
    // The statement fails in a transaction of the other organization.
    const failed = single.database.asActor(
      theirs.admin.sessionId,
      () => undefined,
      (db) => sql`select 1 / 0`.execute(db),
    )
    await expect(failed).rejects.toThrow()
    expect(await names(ours.admin)).toEqual(before.ours)
    expect(await statusOf(single.as({ ...ours.admin, token: 'x.y.z' }).call(auth.me, {}))).toBe(401)
    expect(await names(theirs.admin)).toEqual(before.theirs)
  }
  await single.stop()
})

test('A-163, A-164: tickets opened concurrently on two servers get unique numbers, without gaps', async () => {
  const second = await startHarness({ on: h.test, tokens: h.tokens })
  const colleagues = [await h.aTechnician({ orgId: ours.orgId }), await h.aTechnician({ orgId: ours.orgId })]
  const people = [ours.technician, ours.admin, ...colleagues]
  const open = async (n: number) => {
    const person = people[n % 4] as Person
    const customerId = n % 5 === 0 ? theirs.customerId : ours.customerId
    const body = { title: `Nummer ${n}`, description: 'x', customerId }
    const ticket = await (n % 8 < 4 ? h : second).as(person).call(tickets.create, { body })
    expect(ticket.createdBy?.id).toBe(person.userId)
    return ticket.ticketNumber
  }
  const outcomes: PromiseSettledResult<number>[] = []
  for (let round = 0; round < 10; round++)
    outcomes.push(...(await Promise.allSettled(Array.from({ length: 20 }, (_, n) => open(n)))))
  const numbers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  // A refused creation takes no number.
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 160 }, (_, n) => 1001 + n))
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 404 })
  await second.stop()
})

test('A-167: after concurrent reporting and re-activation, a row is reported if and only if it has a time', async () => {
  const { call } = h.as(ours.technician)
  const { id } = await call(time.create, {
    body: { customerId: ours.customerId, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:00' },
  })
  for (let round = 0; round < 20; round++) {
    const report = await call(reports.generate, { body: { customerId: '', from: '2026-11-01', to: '2026-11-30' } })
    const [marked, reactivated] = await Promise.all([
      call(reports.mark, { params: { id: report.id } }),
      statusOf(call(archive.reactivate, { params: { id } })),
    ])
    const { rows } = await h.test.superuser.query<{ reported: boolean; reportedAt: string | null }>(
      'select reported, reported_at as "reportedAt" from time_entries where id = $1',
      [id],
    )
    expect(marked.marked).toBe(report.rows)
    expect([200, 409]).toContain(reactivated)
    // Either reported and then re-activated, or the re-activation was refused.
    expect(rows[0]?.reported).toBe(reactivated === 409)
    expect(rows[0]?.reportedAt !== null).toBe(rows[0]?.reported)
    if (rows[0]?.reported) await call(archive.reactivate, { params: { id } })
  }
})
