import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tickets } from '#features/tickets/tickets.contract.ts'
import type { Person } from '#tests/harness/harness.ts'
import { portal } from '../portal.contract.ts'
import { type PortalScenario, startPortalScenario } from '../testing/portal-scenario.ts'

let s: PortalScenario
beforeAll(async () => {
  s = await startPortalScenario()
})
beforeEach(() => s.deleteTickets())
afterAll(() => s.h.stop())

describe('a new ticket', () => {
  test('A-44: is open, unassigned and filed under the login’s own customer', async () => {
    const made = await s.open({ title: ' WiFi nere ', priority: 'urgent' })
    expect(made).toMatchObject({
      title: 'WiFi nere',
      description: 'Ingen kontakt i lagret',
      status: 'open',
      priority: 'urgent',
      waitsFor: 'us',
      assignee: null,
    })
    expect(made.ticketNumber).toBeGreaterThan(1000)
    const { rows } = await s.h.test.superuser.query('select org_id, customer_id, created_by, assigned_to from tickets')
    expect(rows).toEqual([
      { org_id: s.customer.orgId, customer_id: s.customer.id, created_by: s.anna.userId, assigned_to: null },
    ])
    expect((await s.open()).ticketNumber).toBe(made.ticketNumber + 1)
  })

  test.each([
    'customer_id',
    'customerId',
    'org_id',
    'createdBy',
    'status',
    'assigned_to',
    'ticketNumber',
    'resolvedAt',
  ])('A-44: %s is not the customer’s to say', async (key) => {
    await expect(s.open({ [key]: s.sibling.userId })).rejects.toMatchObject({ status: 422 })
    expect(await s.count('tickets')).toBe(0)
  })

  test.each([
    ['no title', { title: undefined }, 'title', 'Ämne krävs'],
    ['a blank title', { title: '   ' }, 'title', 'Ämne krävs'],
    ['a title of 201 characters', { title: 'å'.repeat(201) }, 'title', 'Ämne får max vara 200 tecken'],
    ['a blank description', { description: '\n\t' }, 'description', 'Beskrivning krävs'],
    [
      'a description of 5 001 characters',
      { description: 'å'.repeat(5001) },
      'description',
      'Beskrivning får max vara 5000 tecken',
    ],
    ['an unknown priority', { priority: 'panic' }, 'priority', 'Välj en prioritet'],
    ['NUL', { description: 'a\0b' }, 'description', 'Texten innehåller ett tecken som inte kan sparas'],
  ])(
    'with %s is refused with a message at the field, and nothing is stored',
    async (_name, overrides, field, message) => {
      await expect(s.open(overrides)).rejects.toMatchObject({ status: 422, fields: { [field]: message } })
      expect(await s.count('tickets')).toBe(0)
    },
  )

  test.each([
    ['emoji', '👩🏽‍🔧 router 🔥'],
    ['right-to-left', 'الشبكة لا تعمل – רשת למטה'],
    ['5 000 å', 'å'.repeat(5000)],
    ['markup', '<img src=x onerror=alert(1)> {{7*7}} %00 \\u0000'],
    ['lines', 'Rad ett\r\n\r\n  – rad två'],
  ])('%s is stored as typed', async (_name, text) => {
    const { id } = await s.open({ title: 'WiFi nere', description: text })
    expect(await s.ticket(id)).toMatchObject({ description: text })
    await s.comment(id, text)
    expect(await s.thread(id)).toMatchObject([{ comment: text }])
    expect((await s.list()).rows).toMatchObject([{ description: text }])
  })

  test('an unpaired surrogate is refused with 422, not a server error', async () => {
    const response = await s.inject(
      'POST',
      '/api/portal/tickets',
      s.anna,
      '{"title":"\\ud800","description":"\\udfff"}',
    )
    expect(response.statusCode).toBe(422)
  })

  test('sent twice with one key is one ticket with one number', async () => {
    const send = (title: string) =>
      s.h.as(s.anna).call(portal.create, { body: { title, description: 'x' } }, { idempotencyKey: 'samma-nyckel' })
    const [first, second] = await Promise.all([send('WiFi nere'), send('WiFi nere')])
    expect(second).toEqual(first)
    expect(await send('WiFi nere')).toEqual(first)
    expect(await s.count('tickets')).toBe(1)
    await expect(send('Något annat')).rejects.toMatchObject({ status: 422 })
  })
})

describe('the list', () => {
  test('contains the customer’s tickets, newest first, whoever opened them', async () => {
    await s.open({ title: 'Första' })
    await s.open({ title: 'Andra' }, s.colleague)
    await s.open({ title: 'Grannens' }, s.sibling)
    await s.open({ title: 'Främlingens' }, s.outsider)
    const titles = async (person: Person) => (await s.list(person)).rows.map(({ title }) => title)
    expect(await titles(s.anna)).toEqual(['Andra', 'Första'])
    expect(await titles(s.colleague)).toEqual(['Andra', 'Första'])
    expect(await titles(s.sibling)).toEqual(['Grannens'])
  })

  test('is paged without gaps or duplicates while new tickets are opened', async () => {
    await s.h.test.superuser.query(
      `insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_at)
       select $1, gen_random_uuid(), 5000 + n, $2, 'Ärende ' || n, 'x', now() - (n / 7) * interval '1 hour' from generate_series(1, 120) n`,
      [s.customer.orgId, s.customer.id],
    )
    const seen: string[] = []
    let after: string | undefined
    do {
      const response = await s.h.as(s.anna).call(portal.list, { query: { after } })
      seen.push(...response.rows.map(({ id }) => id))
      if (seen.length === 50) await s.open()
      after = response.next ?? undefined
    } while (after)
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
    const forged = Buffer.from('{"createdAt":"i går","id":"1"}').toString('base64url')
    for (const cursor of ['x', forged])
      await expect(s.h.as(s.anna).call(portal.list, { query: { after: cursor } })).rejects.toMatchObject({
        status: 422,
      })
  })

  test('A-54: rejects parameters that name another customer', async () => {
    for (const query of [
      `customer_id=${s.customer.id}`,
      `customerId=${s.customer.id}`,
      'filter[org_id]=1',
      'select=*',
    ]) {
      expect((await s.inject('GET', `/api/portal/tickets?${query}`, s.sibling)).statusCode).toBe(422)
    }
  })
})

describe('the ticket', () => {
  test('shows the assignee’s name and nothing else about them', async () => {
    const { id } = await s.open()
    const { version } = await s.h.as(s.technician).call(tickets.get, { params: { id } })
    await s.h
      .as(s.technician)
      .call(tickets.change, { params: { id }, body: { assignedTo: s.technician.userId, priority: 'high', version } })
    const { body } = await s.inject('GET', `/api/portal/tickets/${id}`, s.anna)
    expect(JSON.parse(body)).toMatchObject({ assignee: 'Tove Teknik', priority: 'high' })
    expect(body).not.toContain(s.technician.userId)
    // The customer's history does not include assignees and priorities.
    expect(await s.thread(id)).toEqual([])
  })

  test('A-57: returns exactly the fields of the contract', async () => {
    const { id } = await s.open()
    const keys = [
      'answerBy',
      'assignee',
      'createdAt',
      'description',
      'files',
      'folded',
      'id',
      'mergedInto',
      'onHoldSince',
      'priority',
      'status',
      'ticketNumber',
      'title',
      'waitsFor',
    ]
    expect(Object.keys(await s.ticket(id)).sort()).toEqual(keys)
    await s.comment(id, 'Hej')
    const [entry] = await s.thread(id)
    expect(Object.keys(entry ?? {}).sort()).toEqual(
      ['author', 'byCustomer', 'comment', 'createdAt', 'files', 'folded', 'fromNumber', 'id', 'isMine', 'kind'].sort(),
    )
  })
})
