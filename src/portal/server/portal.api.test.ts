import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customers } from '#customers/customers.contract.ts'
import { uuidv7 } from '#db/uuid.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { TICKET_NOT_FOUND, type TicketStatus, tickets } from '#tickets/tickets.contract.ts'
import { portal } from '../portal.contract.ts'

let h: Harness
let technician: Person
let admin: Person
let anna: Person
let colleague: Person
let sibling: Person
let stranger: Person
let customer: { id: string; orgId: string }

/** Part of every internal comment; must not occur in any response to a customer. */
const CANARY = 'kanariefågel-4711'
const sentToCustomers: string[] = []

beforeAll(async () => {
  h = await startHarness({
    register: (app) => {
      app.addHook('onSend', async (request, reply, payload) => {
        const isStaff = request.headers.authorization === `Bearer ${technician?.token}`
        if (!isStaff) sentToCustomers.push(JSON.stringify([reply.getHeaders(), payload]))
      })
    },
  })
  const org = await h.anOrganization()
  technician = await h.aTechnician({ orgId: org.id, fullName: 'Tove Teknik' })
  admin = await h.anAdmin({ orgId: org.id })
  customer = await h.aCustomer({ orgId: org.id, name: 'Åkeriet AB' })
  anna = await h.aPortalUser(customer)
  colleague = await h.aPortalUser(customer)
  sibling = await h.aPortalUser(await h.aCustomer({ orgId: org.id, name: 'Bageriet AB' }))
  const { id: elsewhere } = await h.anOrganization('Annan AB')
  stranger = await h.aPortalUser(await h.aCustomer({ orgId: elsewhere }))
})
beforeEach(async () => {
  for (const table of ['ticket_comments', 'ticket_changes', 'ticket_drafts', 'tickets', 'idempotency_keys'])
    await h.test.superuser.query(`delete from ${table}`)
})
afterAll(() => h.stop())

const open = (overrides: object = {}, person = anna) =>
  h
    .as(person)
    .call(portal.create, { body: { title: 'WiFi nere', description: 'Ingen kontakt i lagret', ...overrides } })
const list = (person = anna) => h.as(person).call(portal.list, { query: {} })
const ticket = (id: string, person = anna) => h.as(person).call(portal.get, { params: { id } })
const thread = (id: string, person = anna) => h.as(person).call(portal.thread, { params: { id } })
const comment = (id: string, text: string, person = anna) =>
  h.as(person).call(portal.comment, { params: { id }, body: { comment: text } })
const reply = (id: string, text: string, isInternal = false) =>
  h.as(technician).call(tickets.comment, { params: { id }, body: { comment: text, isInternal } })
async function setStatus(id: string, status: TicketStatus) {
  const { version } = await h.as(technician).call(tickets.get, { params: { id } })
  await h.as(technician).call(tickets.change, { params: { id }, body: { status, version } })
}
const count = async (table: string) =>
  (await h.test.superuser.query(`select count(*)::int from ${table}`)).rows[0].count
const inject = (method: string, url: string, { token }: Person, payload?: unknown) =>
  h.app.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(payload !== undefined && { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  })

describe('a new ticket', () => {
  test('A-44: is open, unassigned and filed under the login’s own customer', async () => {
    const made = await open({ title: ' WiFi nere ', priority: 'urgent' })
    expect(made).toMatchObject({
      title: 'WiFi nere',
      description: 'Ingen kontakt i lagret',
      status: 'open',
      priority: 'urgent',
      waitsFor: 'us',
      assignee: null,
    })
    expect(made.ticketNumber).toBeGreaterThan(1000)
    const { rows } = await h.test.superuser.query('select org_id, customer_id, created_by, assigned_to from tickets')
    expect(rows).toEqual([
      { org_id: customer.orgId, customer_id: customer.id, created_by: anna.userId, assigned_to: null },
    ])
    expect((await open()).ticketNumber).toBe(made.ticketNumber + 1)
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
    await expect(open({ [key]: sibling.userId })).rejects.toMatchObject({ status: 422 })
    expect(await count('tickets')).toBe(0)
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
      await expect(open(overrides)).rejects.toMatchObject({ status: 422, fields: { [field]: message } })
      expect(await count('tickets')).toBe(0)
    },
  )

  test.each([
    ['emoji', '👩🏽‍🔧 router 🔥'],
    ['right-to-left', 'الشبكة لا تعمل – רשת למטה'],
    ['5 000 å', 'å'.repeat(5000)],
    ['markup', '<img src=x onerror=alert(1)> {{7*7}} %00 \\u0000'],
    ['lines', 'Rad ett\r\n\r\n  – rad två'],
  ])('%s is stored as typed', async (_name, text) => {
    const { id } = await open({ title: text.slice(0, 100), description: text })
    expect(await ticket(id)).toMatchObject({ title: text.slice(0, 100), description: text })
    await comment(id, text)
    expect(await thread(id)).toMatchObject([{ comment: text }])
    expect((await list()).rows).toMatchObject([{ description: text }])
  })

  test('an unpaired surrogate is refused with 422, not a server error', async () => {
    const response = await inject('POST', '/api/portal/tickets', anna, '{"title":"\\ud800","description":"\\udfff"}')
    expect(response.statusCode).toBe(422)
  })

  test('sent twice under one key is one ticket with one number', async () => {
    const send = (title: string) =>
      h.as(anna).call(portal.create, { body: { title, description: 'x' } }, { idempotencyKey: 'samma-nyckel' })
    const [first, second] = await Promise.all([send('WiFi nere'), send('WiFi nere')])
    expect(second).toEqual(first)
    expect(await send('WiFi nere')).toEqual(first)
    expect(await count('tickets')).toBe(1)
    await expect(send('Något annat')).rejects.toMatchObject({ status: 422 })
  })
})

describe('the list', () => {
  test('contains the customer’s tickets, newest first, whichever login opened them', async () => {
    await open({ title: 'Första' })
    await open({ title: 'Andra' }, colleague)
    await open({ title: 'Grannens' }, sibling)
    await open({ title: 'Främlingens' }, stranger)
    const titles = async (person: Person) => (await list(person)).rows.map(({ title }) => title)
    expect(await titles(anna)).toEqual(['Andra', 'Första'])
    expect(await titles(colleague)).toEqual(['Andra', 'Första'])
    expect(await titles(sibling)).toEqual(['Grannens'])
  })

  test('is paged without gaps or duplicates while new tickets are opened', async () => {
    await h.test.superuser.query(
      `insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_at)
       select $1, gen_random_uuid(), 5000 + n, $2, 'Ärende ' || n, 'x', now() - (n / 7) * interval '1 hour' from generate_series(1, 120) n`,
      [customer.orgId, customer.id],
    )
    const seen: string[] = []
    let after: string | undefined
    do {
      const response = await h.as(anna).call(portal.list, { query: { after } })
      seen.push(...response.rows.map(({ id }) => id))
      if (seen.length === 50) await open()
      after = response.next ?? undefined
    } while (after)
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
    const forged = Buffer.from('{"createdAt":"i går","id":"1"}').toString('base64url')
    for (const cursor of ['x', forged])
      await expect(h.as(anna).call(portal.list, { query: { after: cursor } })).rejects.toMatchObject({ status: 422 })
  })

  test('A-54: takes no word on whose tickets to show', async () => {
    for (const query of [`customer_id=${customer.id}`, `customerId=${customer.id}`, 'filter[org_id]=1', 'select=*']) {
      expect((await inject('GET', `/api/portal/tickets?${query}`, sibling)).statusCode).toBe(422)
    }
  })
})

describe('who must act next', () => {
  const waits = async (id: string) => {
    const [one, row] = [await ticket(id), (await list()).rows.find((listed) => listed.id === id)]
    expect(row).toEqual(one)
    return one.waitsFor
  }

  test('us until staff have answered, the customer until they have, nobody when it is done', async () => {
    const { id } = await open()
    expect(await waits(id)).toBe('us')
    await reply(id, 'Har ni startat om den?')
    expect(await waits(id)).toBe('you')
    await comment(id, 'Ja, två gånger')
    expect(await waits(id)).toBe('us')
    await setStatus(id, 'in_progress')
    await reply(id, 'Vi kommer i morgon')
    expect(await waits(id)).toBe('you')
    await setStatus(id, 'resolved')
    expect(await waits(id)).toBe('nobody')
    await setStatus(id, 'closed')
    expect(await waits(id)).toBe('nobody')
  })

  test('A-74: an internal comment changes nothing of it', async () => {
    const { id } = await open()
    await reply(id, CANARY, true)
    expect(await waits(id)).toBe('us')
    await reply(id, 'Vi tittar på det')
    await comment(id, 'Tack')
    await reply(id, CANARY, true)
    expect(await waits(id)).toBe('us')
  })
})

describe('the ticket', () => {
  test('shows the assignee’s name and nothing else of them', async () => {
    const { id } = await open()
    const { version } = await h.as(technician).call(tickets.get, { params: { id } })
    await h
      .as(technician)
      .call(tickets.change, { params: { id }, body: { assignedTo: technician.userId, priority: 'high', version } })
    const { body } = await inject('GET', `/api/portal/tickets/${id}`, anna)
    expect(JSON.parse(body)).toMatchObject({ assignee: 'Tove Teknik', priority: 'high' })
    expect(body).not.toContain(technician.userId)
    // The customer's history shows neither assignees nor priorities.
    expect(await thread(id)).toEqual([])
  })

  test('A-57: answers exactly the contract’s fields', async () => {
    const { id } = await open()
    const keys = [
      'assignee',
      'createdAt',
      'description',
      'id',
      'priority',
      'status',
      'ticketNumber',
      'title',
      'waitsFor',
    ]
    expect(Object.keys(await ticket(id)).sort()).toEqual(keys)
    await comment(id, 'Hej')
    const [entry] = await thread(id)
    expect(Object.keys(entry ?? {}).sort()).toEqual(
      ['author', 'byCustomer', 'comment', 'createdAt', 'id', 'isMine', 'kind'].sort(),
    )
  })
})

describe('the conversation', () => {
  test('is sorted oldest first, with names, and distinguishes own comments, a colleague’s and staff’s', async () => {
    await h.test.superuser.query(`update customer_users set full_name = 'Kalle Kollega' where user_id = $1`, [
      colleague.userId,
    ])
    const { id } = await open()
    await comment(id, 'Ett')
    await reply(id, 'Två')
    await setStatus(id, 'in_progress')
    await comment(id, 'Tre', colleague)
    expect(await thread(id)).toMatchObject([
      { kind: 'comment', comment: 'Ett', author: anna.email, isMine: true, byCustomer: true },
      { kind: 'comment', comment: 'Två', author: 'Tove Teknik', isMine: false, byCustomer: false },
      { kind: 'change', before: 'open', after: 'in_progress', author: 'Tove Teknik', byComment: false },
      { kind: 'comment', comment: 'Tre', author: 'Kalle Kollega', isMine: false, byCustomer: true },
    ])
  })

  test('timestamps of different precision are sorted by time', async () => {
    const { id } = await open()
    for (const [text, at] of [
      ['tre', '2026-11-20 10:00:00.12+00'],
      ['ett', '2026-11-20 10:00:00+00'],
      ['två', '2026-11-20 10:00:00.1+00'],
    ])
      await h.test.superuser.query(
        `insert into ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment, by_customer, created_at)
         values ($1, $2, $3, $4, $5, $6, true, $7)`,
        [customer.orgId, uuidv7(), customer.id, id, anna.userId, text, at],
      )
    expect(await thread(id)).toMatchObject([{ comment: 'ett' }, { comment: 'två' }, { comment: 'tre' }])
  })

  test.each(['resolved', 'closed'] as const)(
    'a comment on a %s ticket reopens it and is recorded as the cause',
    async (status) => {
      const { id } = await open()
      await setStatus(id, status)
      await comment(id, 'Det är borta igen')
      expect(await ticket(id)).toMatchObject({ status: 'open', waitsFor: 'us' })
      expect(await thread(id)).toMatchObject([
        { kind: 'change', before: 'open', after: status, byComment: false },
        { kind: 'comment', comment: 'Det är borta igen' },
        { kind: 'change', before: status, after: 'open', byComment: true, author: anna.email },
      ])
    },
  )

  test('a comment on an open ticket changes no status', async () => {
    const { id } = await open()
    await setStatus(id, 'in_progress')
    await comment(id, 'En sak till')
    expect(await ticket(id)).toMatchObject({ status: 'in_progress' })
  })

  test('a comment is shown after the link of its author is deleted', async () => {
    const formerUser = await h.aPortalUser(customer)
    const { id } = await open()
    await comment(id, 'Jag slutar i dag', formerUser)
    await h.test.superuser.query('delete from customer_users where user_id = $1', [formerUser.userId])
    expect(await thread(id)).toMatchObject([{ author: 'Tidigare användare', byCustomer: true, isMine: false }])
  })

  test.each([
    ['blank', ' \n\t '],
    ['too long', 'å'.repeat(10_001)],
    ['NUL', 'a\0'],
    ['a number', 7],
  ])('%s is not accepted as a comment', async (_name, text) => {
    const { id } = await open()
    await expect(comment(id, text as string)).rejects.toMatchObject({
      status: 422,
      fields: { comment: expect.any(String) },
    })
    expect(await count('ticket_comments')).toBe(0)
  })

  test('sent twice under one key is one comment and reopens the ticket once', async () => {
    const { id } = await open()
    await setStatus(id, 'resolved')
    const send = () =>
      h.as(anna).call(portal.comment, { params: { id }, body: { comment: 'Hallå' } }, { idempotencyKey: 'kommentar-1' })
    const [first, second] = await Promise.all([send(), send()])
    expect(second).toEqual(first)
    expect((await thread(id)).map(({ kind }) => kind)).toEqual(['change', 'comment', 'change'])
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

  test('is not there: the same answer for a sibling, another organization and an id that never was', async () => {
    const { id } = await open()
    for (const [method, path, body] of calls) {
      const refusal = async (person: Person, of: string) => {
        const { statusCode, body: text } = await inject(method, `/api/portal/tickets/${of}${path}`, person, body)
        const { requestId: _, ...error } = JSON.parse(text).error
        return { statusCode, error }
      }
      const missing = { statusCode: 404, error: { code: 'not_found', message: TICKET_NOT_FOUND } }
      expect(await refusal(anna, uuidv7()), path).toEqual(missing)
      expect(await refusal(sibling, id), path).toEqual(missing)
      expect(await refusal(stranger, id), path).toEqual(missing)
      expect((await refusal(anna, '1')).statusCode, path).toBe(404)
    }
    expect([await count('ticket_comments'), await count('ticket_drafts')]).toEqual([0, 0])
  })

  test('A-53: no other spelling or method leads to it, nor past the audience', async () => {
    const { id } = await open()
    const own = `/api/portal/tickets/${id}`
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await inject(method, own, anna, { status: 'closed' })).statusCode, method).toBe(404)
    for (const url of [`${own}/`, `/api//portal/tickets/${id}`, own.toUpperCase(), `${own}/%2e%2e/${id}`])
      expect((await inject('GET', url, sibling)).statusCode, url).toBe(404)
    const overriding = { authorization: `Bearer ${anna.token}`, 'x-http-method-override': 'DELETE' }
    expect((await h.app.inject({ url: `${own}?_method=DELETE`, headers: overriding })).statusCode).toBe(200)
    expect((await inject('GET', `/api/tickets/${id}`, anna)).statusCode).toBe(403)
    expect((await inject('GET', own, technician)).statusCode).toBe(403)
    expect(await ticket(id)).toMatchObject({ status: 'open' })
  })
})

describe('internal comments', () => {
  const bytes = async (id: string) => {
    const paths = ['', `/${id}`, `/${id}/thread`, `/${id}/draft`]
    const responses = await Promise.all(paths.map((path) => inject('GET', `/api/portal/tickets${path}`, anna)))
    return responses.map(({ statusCode, headers, body }) => ({ statusCode, headers: { ...headers, date: '' }, body }))
  }

  test('A-71: of three public and two internal comments a customer reads three', async () => {
    const { id } = await open()
    await reply(id, 'Ett')
    await reply(id, CANARY, true)
    await comment(id, 'Två')
    await reply(id, `${CANARY} igen`, true)
    await reply(id, 'Tre')
    expect((await thread(id)).map((entry) => entry.kind === 'comment' && entry.comment)).toEqual(['Ett', 'Två', 'Tre'])
    expect(JSON.stringify(await bytes(id))).not.toContain('nternal')
  })

  test('A-73, A-74: one more leaves every byte of list, ticket and conversation as it was', async () => {
    const { id } = await open()
    await open({ title: 'Nyare' })
    await reply(id, 'Vi tittar på det')
    const before = await bytes(id)
    await reply(id, CANARY, true)
    expect(await bytes(id)).toEqual(before)
    expect(before[0]?.headers).not.toHaveProperty('etag')
    expect(before[0]?.headers).not.toHaveProperty('last-modified')
  })

  test('A-75: its id opens nothing', async () => {
    const { id } = await open()
    const hidden = await reply(id, CANARY, true)
    for (const method of ['GET', 'PATCH', 'PUT', 'DELETE', 'POST'])
      for (const path of ['comments/', `tickets/${id}/comments/`, 'tickets/'])
        expect((await inject(method, `/api/portal/${path}${hidden.id}`, anna, { comment: 'x' })).statusCode).toBe(404)
    expect((await inject('POST', `/api/portal/tickets/${hidden.id}/comments`, anna, { comment: 'x' })).statusCode).toBe(
      404,
    )
  })

  test.each([
    '{"comment":"x","is_internal":true}',
    '{"comment":"x","isInternal":"true"}',
    '{"comment":"x","isInternal":1}',
    '{"comment":{"comment":"x","isInternal":true}}',
    '{"isInternal":false,"comment":"x","isInternal":true}',
    '{"comment":"x","__proto__":{"isInternal":true}}',
    '[{"comment":"x"}]',
  ])('A-76: a customer never writes one by %s', async (body) => {
    const { id } = await open()
    const response = await inject('POST', `/api/portal/tickets/${id}/comments`, anna, body)
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    expect(await count('ticket_comments')).toBe(0)
  })
})

describe('a draft', () => {
  const draft = async (id: string, person = anna) => (await h.as(person).call(portal.draft, { params: { id } })).comment
  const save = (id: string, text: string, person = anna) =>
    h.as(person).call(portal.saveDraft, { params: { id }, body: { comment: text } })

  test('is saved as typed for its author alone, until it is emptied', async () => {
    const { id } = await open()
    expect(await draft(id)).toBe('')
    await save(id, ' Jag tror att ')
    await save(id, ' Jag tror att det är ')
    expect(await draft(id)).toBe(' Jag tror att det är ')
    expect(await draft(id, colleague)).toBe('')
    await save(id, '')
    expect(await draft(id)).toBe('')
    expect(await count('ticket_drafts')).toBe(0)
    await expect(save(id, 'a\0')).rejects.toMatchObject({ status: 422 })
    await expect(save(id, 'å'.repeat(10_001))).rejects.toMatchObject({ status: 422 })
  })

  test('is deleted when it is sent, and remains when sending is refused', async () => {
    const { id } = await open()
    await save(id, 'Hej')
    await expect(comment(id, ' ')).rejects.toMatchObject({ status: 422 })
    expect(await draft(id)).toBe('Hej')
    await save(id, 'Kollegans', colleague)
    await comment(id, 'Hej')
    expect([await draft(id), await draft(id, colleague)]).toEqual(['', 'Kollegans'])
  })
})

describe('mail', () => {
  const jobs = async () =>
    (await h.test.superuser.query(`select payload::text from graphile_worker._private_jobs order by id`)).rows.map(
      ({ payload }) => payload as string,
    )
  beforeEach(() => h.test.superuser.query('delete from graphile_worker._private_jobs'))

  test('is enqueued with the ticket and with the comment, with ids only', async () => {
    const { id } = await open()
    const sent = await comment(id, 'Hemlig text')
    const enqueued = await jobs()
    expect(enqueued).toHaveLength(2)
    expect(enqueued[0]).toContain(id)
    expect(enqueued[1]).toContain(sent.id)
    expect(enqueued.join()).not.toContain('Hemlig')
  })

  test('is not enqueued when nothing was stored', async () => {
    await expect(open({ title: '' })).rejects.toMatchObject({ status: 422 })
    await expect(comment(uuidv7(), 'Hej')).rejects.toMatchObject({ status: 404 })
    expect(await jobs()).toEqual([])
  })
})

describe('A-46: rights follow the database at the next call', () => {
  const everything = (id: string, person: Person) =>
    Promise.all([
      inject('GET', '/api/portal/tickets', person),
      inject('GET', `/api/portal/tickets/${id}`, person),
      inject('GET', `/api/portal/tickets/${id}/thread`, person),
      inject('PUT', `/api/portal/tickets/${id}/draft`, person, { comment: 'x' }),
      inject('POST', `/api/portal/tickets/${id}/comments`, person, { comment: 'x' }),
      inject('POST', '/api/portal/tickets', person, { title: 'x', description: 'x' }),
    ]).then((responses) => [...new Set(responses.map(({ statusCode }) => statusCode))])

  test('a login whose link is deleted is refused', async () => {
    const formerUser = await h.aPortalUser(customer)
    const { id } = await open({}, formerUser)
    expect(await everything(id, formerUser)).toEqual([200, 204])
    await h.test.superuser.query('delete from customer_users where user_id = $1', [formerUser.userId])
    expect(await everything(id, formerUser)).toEqual([403])
    expect(await count('tickets')).toBe(2)
  })

  test('the logins of an archived customer are refused', async () => {
    const archived = await h.aCustomer({ orgId: customer.orgId })
    const person = await h.aPortalUser(archived)
    const { id } = await open({}, person)
    await h.as(admin).call(customers.remove, { params: { id: archived.id } })
    expect(await everything(id, person)).toEqual([403])
  })
})

test('A-77: in everything that was sent above there is no word of an internal comment', () => {
  expect(sentToCustomers.length).toBeGreaterThan(150)
  expect(sentToCustomers.filter((sent) => sent.includes(CANARY))).toEqual([])
})
