import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { statuses, TICKET_NOT_FOUND } from '#features/tickets/tickets.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Person } from '#tests/harness/harness.ts'
import { CANARY, type PortalScenario, startPortalScenario } from '../testing/portal-scenario.ts'

let s: PortalScenario
beforeAll(async () => {
  s = await startPortalScenario()
})
beforeEach(() => s.deleteTickets())
afterAll(() => s.h.stop())

describe('who must act next', () => {
  const waits = async (id: string) => {
    const [one, row] = [await s.ticket(id), (await s.list()).rows.find((listed) => listed.id === id)]
    // The list has no moments.
    expect({ ...row, folded: null, files: [], visits: [], answerBy: one.answerBy, mergedInto: null }).toEqual(one)
    return one.waitsFor
  }

  test('is us until staff answer or wait for the customer, and nobody when it is done', async () => {
    const { id } = await s.open()
    expect(await waits(id)).toBe('us')
    await s.reply(id, 'Har ni startat om den?')
    expect(await waits(id)).toBe('answered')
    await s.comment(id, 'Ja, två gånger')
    expect(await waits(id)).toBe('us')
    await s.setStatus(id, 'in_progress')
    await s.reply(id, 'Vi kommer i morgon')
    expect(await waits(id)).toBe('answered')
    await s.setStatus(id, 'resolved')
    expect(await waits(id)).toBe('nobody')
    await s.setStatus(id, 'closed')
    expect(await waits(id)).toBe('nobody')
  })

  test('A-74: is not changed by an internal comment', async () => {
    const { id } = await s.open()
    await s.reply(id, CANARY, true)
    expect(await waits(id)).toBe('us')
    await s.reply(id, 'Vi tittar på det')
    await s.comment(id, 'Tack')
    await s.reply(id, CANARY, true)
    expect(await waits(id)).toBe('us')
  })
})

describe('A-59: somebody else’s ticket', () => {
  const calls = [
    ['GET', ''],
    ['GET', '/thread'],
    ['GET', '/draft'],
    ['PUT', '/draft', { comment: 'x' }],
    ['POST', '/comments', { comment: 'x' }],
  ] as const

  test('gives the same 404 as an unknown id, also in another organization', async () => {
    const { id } = await s.open()
    for (const [method, path, body] of calls) {
      const refusal = async (person: Person, of: string) => {
        const { statusCode, body: text } = await s.inject(method, `/api/portal/tickets/${of}${path}`, person, body)
        const { requestId: _, ...error } = JSON.parse(text).error
        return { statusCode, error }
      }
      const missing = { statusCode: 404, error: { code: 'not_found', message: TICKET_NOT_FOUND } }
      expect(await refusal(s.anna, uuidv7()), path).toEqual(missing)
      expect(await refusal(s.sibling, id), path).toEqual(missing)
      expect(await refusal(s.outsider, id), path).toEqual(missing)
      expect((await refusal(s.anna, '1')).statusCode, path).toBe(404)
    }
    expect([await s.count('ticket_comments'), await s.count('ticket_drafts')]).toEqual([0, 0])
  })

  test('A-53: is not reached by another spelling or method, or past the audience', async () => {
    const { id } = await s.open()
    const own = `/api/portal/tickets/${id}`
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await s.inject(method, own, s.anna, { status: 'closed' })).statusCode, method).toBe(404)
    for (const url of [`${own}/`, `/api//portal/tickets/${id}`, own.toUpperCase(), `${own}/%2e%2e/${id}`])
      expect((await s.inject('GET', url, s.sibling)).statusCode, url).toBe(404)
    const overriding = { authorization: `Bearer ${s.anna.token}`, 'x-http-method-override': 'DELETE' }
    expect((await s.h.app.inject({ url: `${own}?_method=DELETE`, headers: overriding })).statusCode).toBe(200)
    expect((await s.inject('GET', `/api/tickets/${id}`, s.anna)).statusCode).toBe(403)
    expect((await s.inject('GET', own, s.technician)).statusCode).toBe(403)
    expect(await s.ticket(id)).toMatchObject({ status: 'open' })
  })
})

describe('internal comments', () => {
  const bytes = async (id: string) => {
    const paths = ['', `/${id}`, `/${id}/thread`, `/${id}/draft`]
    const responses = await Promise.all(paths.map((path) => s.inject('GET', `/api/portal/tickets${path}`, s.anna)))
    return responses.map(({ statusCode, headers, body }) => ({ statusCode, headers: { ...headers, date: '' }, body }))
  }

  test('A-71: a customer sees the three public comments and not the two internal ones', async () => {
    const { id } = await s.open()
    await s.reply(id, 'Ett')
    await s.reply(id, CANARY, true)
    await s.comment(id, 'Två')
    await s.reply(id, `${CANARY} igen`, true)
    await s.reply(id, 'Tre')
    expect((await s.thread(id)).map((entry) => entry.kind === 'comment' && entry.comment)).toEqual([
      'Ett',
      'Två',
      'Tre',
    ])
    expect(JSON.stringify(await bytes(id))).not.toContain('nternal')
  })

  test('A-73, A-74: one more leaves list, ticket and conversation unchanged to the byte', async () => {
    const { id } = await s.open()
    await s.open({ title: 'Nyare' })
    await s.reply(id, 'Vi tittar på det')
    const before = await bytes(id)
    await s.reply(id, CANARY, true)
    expect(await bytes(id)).toEqual(before)
    expect(before[0]?.headers).not.toHaveProperty('etag')
    expect(before[0]?.headers).not.toHaveProperty('last-modified')
  })

  test('A-75: the id of one opens nothing', async () => {
    const { id } = await s.open()
    const hidden = await s.reply(id, CANARY, true)
    for (const method of ['GET', 'PATCH', 'PUT', 'DELETE', 'POST'])
      for (const path of ['comments/', `tickets/${id}/comments/`, 'tickets/'])
        expect((await s.inject(method, `/api/portal/${path}${hidden.id}`, s.anna, { comment: 'x' })).statusCode).toBe(
          404,
        )
    expect(
      (await s.inject('POST', `/api/portal/tickets/${hidden.id}/comments`, s.anna, { comment: 'x' })).statusCode,
    ).toBe(404)
  })

  test.each([
    '{"comment":"x","is_internal":true}',
    '{"comment":"x","isInternal":"true"}',
    '{"comment":"x","isInternal":1}',
    '{"comment":{"comment":"x","isInternal":true}}',
    '{"isInternal":false,"comment":"x","isInternal":true}',
    '{"comment":"x","__proto__":{"isInternal":true}}',
    '[{"comment":"x"}]',
  ])('A-76: a customer cannot write one by %s', async (body) => {
    const { id } = await s.open()
    const response = await s.inject('POST', `/api/portal/tickets/${id}/comments`, s.anna, body)
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    expect(await s.count('ticket_comments')).toBe(0)
  })
})

describe('A-46: rights follow the database at the next call', () => {
  const everything = (id: string, person: Person) =>
    Promise.all([
      s.inject('GET', '/api/portal/tickets', person),
      s.inject('GET', `/api/portal/tickets/${id}`, person),
      s.inject('GET', `/api/portal/tickets/${id}/thread`, person),
      s.inject('PUT', `/api/portal/tickets/${id}/draft`, person, { comment: 'x' }),
      s.inject('POST', `/api/portal/tickets/${id}/comments`, person, { comment: 'x' }),
      s.inject('POST', '/api/portal/tickets', person, { title: 'x', description: 'x' }),
    ]).then((responses) => [...new Set(responses.map(({ statusCode }) => statusCode))])

  test('a login whose link is deleted is refused', async () => {
    const formerUser = await s.h.aPortalUser(s.customer)
    const { id } = await s.open({}, formerUser)
    expect(await everything(id, formerUser)).toEqual([200])
    await s.h.test.superuser.query('delete from customer_users where user_id = $1', [formerUser.userId])
    expect(await everything(id, formerUser)).toEqual([403])
    expect(await s.count('tickets')).toBe(2)
  })

  test('the logins of an archived customer are refused', async () => {
    const archived = await s.h.aCustomer({ orgId: s.customer.orgId })
    const person = await s.h.aPortalUser(archived)
    const { id } = await s.open({}, person)
    await s.h.as(s.admin).call(customers.remove, { params: { id: archived.id } })
    expect(await everything(id, person)).toEqual([403])
  })
})

test('A-77: nothing sent to customers above contains text of an internal comment', async () => {
  const { id } = await s.open()
  await s.reply(id, CANARY, true)
  for (const status of statuses) {
    await s.setStatus(id, status)
    for (const person of [s.anna, s.colleague, s.sibling, s.outsider])
      for (const path of ['', `/${id}`, `/${id}/thread`, `/${id}/draft`])
        await s.inject('GET', `/api/portal/tickets${path}`, person)
  }
  expect(s.sentToCustomers.length).toBeGreaterThan(150)
  expect(s.sentToCustomers.filter((sent) => sent.includes(CANARY))).toEqual([])
})
