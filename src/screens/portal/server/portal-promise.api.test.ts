// What a customer is told of when the answer comes, before and after a ticket is sent.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TicketPriority } from '#features/tickets/tickets.contract.ts'
import { portal } from '../portal.contract.ts'
import { type PortalScenario, startPortalScenario } from '../testing/portal-scenario.ts'

let s: PortalScenario
beforeAll(async () => {
  s = await startPortalScenario()
})
beforeEach(() => s.deleteTickets())
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => s.h.stop())

test('a new ticket of Normal or Låg has a moment, within the hours of the company; others have none', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T16:30:00+01:00') })
  const login = await s.h.aPortalUser(s.customer)
  expect(await s.h.as(login).call(portal.promise, {})).toEqual({
    answerBy: { low: '2026-11-30T14:30:00.000Z', normal: '2026-11-30T10:30:00.000Z' },
    noJour: null,
  })
})

describe('a ticket shows the moment that was promised', () => {
  const set = (id: string, column: string, value: string | null) =>
    s.h.test.superuser.query(`update tickets set ${column} = $2 where id = $1`, [id, value])
  async function aTicket(priority: TicketPriority = 'normal') {
    const { id } = await s.open({ priority })
    await set(id, 'promised_at', '2099-04-07T09:00:00Z')
    return id
  }
  const answerBy = async (id: string) => (await s.ticket(id)).answerBy

  test('until it is answered, done or merged', async () => {
    const id = await aTicket()
    expect(await answerBy(id)).toBe('2099-04-07T09:00:00Z')
    await set(id, 'first_answered_at', '2026-11-29T09:00:00Z')
    expect(await answerBy(id)).toBeNull()
    await set(id, 'first_answered_at', null)
    await s.setStatus(id, 'resolved')
    expect(await answerBy(id)).toBeNull()
  })

  test('until it has passed', async () => {
    const id = await aTicket()
    await set(id, 'promised_at', '2026-11-01T09:00:00Z')
    expect(await answerBy(id)).toBeNull()
  })

  test.each([
    ['low', true],
    ['normal', true],
    ['high', false],
    ['urgent', false],
  ] as const)('of %s: %s', async (priority, isTold) => {
    expect((await answerBy(await aTicket(priority))) !== null).toBe(isTold)
  })
})

test('a new ticket and its promise follow the targets of the company', async () => {
  await s.h.test.superuser.query('update company_facts set normal_answer_minutes = 60 where org_id = $1', [
    s.customer.orgId,
  ])
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T16:30:00+01:00') })
  const login = await s.h.aPortalUser(s.customer)
  const { answerBy } = await s.h.as(login).call(portal.promise, {})
  expect(answerBy.normal).toBe('2026-11-30T07:30:00.000Z')
})
