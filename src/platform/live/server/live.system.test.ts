// Real streams from real servers on one database.
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#features/auth/auth.contract.ts'
import { equipment } from '#features/equipment/equipment.contract.ts'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import type { RecentChanges } from '../live.contract.ts'
import { openStream, type Stream } from '../testing/stream.ts'

let h: Harness
let address: string
let orgId: string
let technician: Person
let customer: { id: string; orgId: string }
let portalUser: Person

beforeAll(async () => {
  h = await startHarness()
  address = await h.app.listen({ port: 0, host: '127.0.0.1' })
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  customer = await h.aCustomer({ orgId })
  portalUser = await h.aPortalUser(customer)
  // The server starts to LISTEN with the first stream; from then on no notification is missed.
  const first = await listenTo(technician)
  await until(() => expect(first.events).toEqual([{ about: 'everything' }]))
})
afterAll(() => h.stop())

const opened: Stream[] = []
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close()
})

/** Opens a stream and waits until it has begun: what changes before that is in its first event. */
async function listenTo(person: Person, { path = '/api/live', at = address } = {}): Promise<Stream> {
  const stream = await openStream(at + path, person)
  opened.push(stream)
  await until(() => expect(stream.events[0]).toBeDefined())
  return stream
}
/** The first event of a stream, with what changed before it. */
const beginning = { about: 'everything', since: expect.anything() }
const asCustomer = { path: '/api/portal/live' }

/** Waits until the stream has received an event of this ticket; events sent earlier have then been received too. */
const receives = (stream: Stream, ticketId: string, about = 'ticket') =>
  until(() => expect(stream.events).toContainEqual({ about, ticketId }))

const open = (of = customer, person = technician) =>
  h.as(person).call(tickets.create, { body: { title: 'WiFi nere', description: 'x', customerId: of.id } })
const comment = (id: string, isInternal: boolean) =>
  h.as(technician).call(tickets.comment, { params: { id }, body: { comment: 'x', isInternal } })
const sql = (text: string, values: unknown[] = []) => h.test.superuser.query(text, values)

describe('recipients', () => {
  test('changed equipment of a ticket is sent to staff and not to the customer', async () => {
    const { call } = h.as(technician)
    const thing = await call(equipment.create, { params: { id: customer.id }, body: { name: 'Dator' } })
    const [staff, login] = [await listenTo(technician), await listenTo(portalUser, asCustomer)]
    const { id } = await open()
    for (const stream of [staff, login]) {
      await receives(stream, id)
      stream.events.length = 0
    }
    await call(equipment.setOfTicket, { params: { id }, body: { equipmentIds: [thing.id] } })
    await Promise.all([receives(staff, id), receives(login, (await open()).id)])
    expect(login.events).not.toContainEqual({ about: 'ticket', ticketId: id })
  })

  test('A-138: without a valid token in the header 401, also with one in the query', async () => {
    const statusOf = async (path: string, headers = {}) => (await fetch(address + path, { headers })).status
    for (const path of ['/api/live', '/api/portal/live']) {
      expect(await statusOf(path)).toBe(401)
      expect(await statusOf(`${path}?access_token=${technician.token}`)).toBe(401)
      expect(await statusOf(path, { authorization: 'Bearer a.b.c' })).toBe(401)
    }
    const unlinked = await h.aLogin(null, null)
    const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` })
    expect(await statusOf('/api/live', bearer(portalUser))).toBe(403)
    expect(await statusOf('/api/live', bearer(unlinked))).toBe(403)
    expect(await statusOf('/api/portal/live', bearer(unlinked))).toBe(403)
    expect(await statusOf('/api/portal/live', bearer(technician))).toBe(403)
  })

  test('A-72: events of enquiries, replies and changes go only to staff of the organization', async () => {
    const staff = await listenTo(technician)
    const own = await listenTo(portalUser, asCustomer)
    const outsider = await listenTo(await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id }))
    const eventsOf = (id: string) => staff.events.filter(({ enquiryId }) => enquiryId === id).length
    const id = await anEnquiry(h, { orgId })
    const params = { id }
    await until(() => expect(eventsOf(id)).toBe(1))
    await h.as(technician).call(enquiries.reply, { params, body: { text: 'Hej' } })
    await until(() => expect(eventsOf(id)).toBe(2))
    await h.as(technician).call(enquiries.change, { params, body: { version: 1, isDone: true } })
    await until(() => expect(eventsOf(id)).toBe(3))
    expect(staff.events.at(-1)).toEqual({ about: 'enquiry', enquiryId: id })
    await receives(own, (await open()).id)
    expect(own.bytes() + outsider.bytes()).not.toMatch(/enquiry/)
  })

  test('A-72, A-141: staff get all events, a customer those of own tickets and public comments, others none', async () => {
    const other = await h.anOrganization('Annan AB')
    const sibling = await h.aCustomer({ orgId, name: 'Syskon' })
    const staff = await listenTo(technician)
    const own = await listenTo(portalUser, asCustomer)
    const siblings = await listenTo(await h.aPortalUser(sibling), asCustomer)
    const outsider = await listenTo(await h.anAdmin({ orgId: other.id }))

    const ticket = await open()
    await receives(own, ticket.id)
    const before = own.bytes().replace(/^:\n\n/gm, '')
    await comment(ticket.id, true)
    await h.as(await h.anAdmin({ orgId })).call(tickets.renewPresence, { params: { id: ticket.id } })
    await receives(staff, ticket.id, 'comment')
    await until(() => expect(staff.events).toContainEqual({ about: 'presence', rowId: ticket.id }))
    const elsewhere = await open(sibling)
    await receives(siblings, elsewhere.id)
    expect(own.bytes().replace(/^:\n\n/gm, '')).toBe(before)

    await comment(ticket.id, false)
    await receives(own, ticket.id, 'comment')
    expect(own.events.filter(({ ticketId }) => ticketId)).toEqual([
      { about: 'ticket', ticketId: ticket.id },
      { about: 'comment', ticketId: ticket.id },
      // The technician has taken the ticket with this answer.
      { about: 'ticket', ticketId: ticket.id },
    ])
    expect(siblings.events.filter(({ ticketId }) => ticketId)).toEqual([{ about: 'ticket', ticketId: elsewhere.id }])
    expect(outsider.events.filter(({ ticketId }) => ticketId)).toEqual([])
    expect(own.bytes()).not.toMatch(/internal|customer|org/)
  })

  test('A-334: a login with Egna ärenden gets events of its own tickets and copies; its stream ends when it loses rights', async () => {
    const login = await h.aPortalUser(customer)
    const wide = await listenTo(login, asCustomer)
    const { rows } = await sql(
      'update customer_users set sees_company = false where user_id = $1 returning contact_id',
      [login.userId],
    )
    await wide.ended
    const narrow = await listenTo(login, asCustomer)
    await until(() => expect(narrow.events[0]?.about).toBe('everything'))
    const ofOthers = await open()
    await comment(ofOthers.id, false)
    const body = { title: 'x', description: 'x', customerId: customer.id, copies: [rows[0].contact_id] }
    const copied = await h.as(technician).call(tickets.create, { body })
    await receives(narrow, copied.id)
    await comment(copied.id, false)
    await receives(narrow, copied.id, 'comment')
    expect(narrow.bytes()).not.toContain(ofOthers.id)
    const { version } = await h.as(technician).call(tickets.get, { params: { id: copied.id } })
    const before = narrow.events.length
    await h.as(technician).call(tickets.change, { params: { id: copied.id }, body: { version, copies: [] } })
    await until(() => expect(narrow.events.length).toBeGreaterThan(before))
  })

  test('changed facts of the company are sent only to its customers’ portals', async () => {
    const [staff, own] = [await listenTo(technician), await listenTo(portalUser, asCustomer)]
    const { id: elsewhere } = await h.anOrganization('Tredje AB')
    const outsider = await listenTo(await h.aPortalUser(await h.aCustomer({ orgId: elsewhere })), asCustomer)
    await sql(`update company_facts set phone = '018-12 34 56' where org_id = $1`, [orgId])
    await until(() => expect(own.events).toContainEqual({ about: 'company' }))
    const { id } = await open()
    await receives(staff, id)
    for (const other of [staff, outsider]) expect(other.events).not.toContainEqual({ about: 'company' })
  })

  test('a change that is rolled back sends no event', async () => {
    const staff = await listenTo(technician)
    await h
      .as(technician)
      .call(tickets.create, { body: { title: 'x', description: 'x', customerId: customer.id, assignedTo: uuidv7() } })
      .catch(() => undefined)
    const ticket = await open()
    await receives(staff, ticket.id)
    expect(staff.events.filter(({ about }) => about === 'ticket')).toHaveLength(1)
  })
})

describe('A-46, A-143: a stream ends before its next event when', () => {
  const endsOn = async (person: Person, action: () => Promise<unknown>, from = {}) => {
    const [witness, stream] = [await listenTo(technician), await listenTo(person, from)]
    await action()
    // Its next event is sent to others only: the end follows from the action, not from a timer.
    const { id } = await open()
    await receives(witness, id)
    await stream.ended
    expect(stream.events).not.toContainEqual({ about: 'ticket', ticketId: id })
  }
  const aCustomersLogin = () => h.aPortalUser(customer)

  test('its session ends', async () => {
    const person = await h.aTechnician({ orgId })
    await endsOn(person, () => h.as(person).call(auth.logout, { query: { scope: 'global' } }))
  })
  test('the login is disabled', async () => {
    const person = await aCustomersLogin()
    await endsOn(
      person,
      () => sql('update auth.users set disabled_at = now() where id = $1', [person.userId]),
      asCustomer,
    )
  })
  test('the link to the customer is deleted', async () => {
    const person = await aCustomersLogin()
    await endsOn(person, () => sql('delete from customer_users where user_id = $1', [person.userId]), asCustomer)
  })
  test('the customer is archived', async () => {
    const archived = await h.aCustomer({ orgId })
    const person = await h.aPortalUser(archived)
    await endsOn(
      person,
      () =>
        sql(
          `begin; set local app.role = 'admin'; update customers set archived_at = now() where id = '${archived.id}'; commit`,
        ),
      asCustomer,
    )
  })
  test('the role is deleted', async () => {
    const person = await h.anAdmin({ orgId })
    await h.anAdmin({ orgId })
    await endsOn(person, () => sql('delete from user_roles where user_id = $1', [person.userId]))
  })
  test('a new password is due', async () => {
    const person = await h.anAdmin({ orgId })
    await endsOn(person, () => sql('update auth.users set must_change_password = true where id = $1', [person.userId]))
  })
})

test('A-144: a changed role applies to the open stream, which continues', async () => {
  const person = await h.anAdmin({ orgId })
  const stream = await listenTo(person)
  await sql(`update user_roles set role = 'technician' where user_id = $1`, [person.userId])
  await receives(stream, (await open()).id)
})

test('A-142: a stream does not outlive its access token', async () => {
  const person = await h.aTechnician({ orgId })
  const { sessionId, expiresAt } = await h.tokens.sessionOf(person.token)
  const server = await startHarness({
    on: h.test,
    tokens: { ...h.tokens, sessionOf: async () => ({ sessionId, expiresAt: Date.now() + 300 }) },
  })
  const stream = await openStream(`${await server.app.listen({ port: 0, host: '127.0.0.1' })}/api/live`, person)
  await stream.ended
  expect(expiresAt).toBeGreaterThan(Date.now())
  await server.stop()
})

describe('lost connections and limits', () => {
  test('after a lost database connection clients receive the event to refetch everything, and events continue', async () => {
    const stream = await listenTo(technician)
    await until(() => expect(stream.events).toEqual([beginning]))
    await sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and (query ~ '^listen' or query ~ 'live_changes')`,
    )
    await until(() => expect(stream.events).toEqual([beginning, { about: 'everything' }]))
    await receives(stream, (await open()).id)
  })

  test('two servers on one database send events of each other’s changes; one that closes ends its streams at once', async () => {
    const second = await startHarness({ on: h.test, tokens: h.tokens })
    const stream = await listenTo(technician, { at: await second.app.listen({ port: 0, host: '127.0.0.1' }) })
    await until(() => expect(stream.events).toEqual([{ about: 'everything' }]))
    await receives(stream, (await open()).id)
    await second.stop() // waits for its streams
    await stream.ended
  })

  test('a client that does not read its stream is disconnected; the others continue', async () => {
    const { id: elsewhere } = await h.anOrganization('Långsam AB')
    const stalledUser = await h.anAdmin({ orgId: elsewhere })
    const reader = await listenTo(technician)
    const accepted = new Promise<Socket>((resolve) => h.app.server.once('connection', resolve))
    const socket = connect(Number(new URL(address).port), '127.0.0.1').pause()
    socket.on('error', () => undefined)
    socket.write(`GET /api/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${stalledUser.token}\r\n\r\n`)
    const connection = await accepted
    const flood = `select pg_notify('live', jsonb_build_object('about', 'enquiry', 'org', $1::text, 'enquiry', gen_random_uuid())::text)
      from generate_series(1, 20000)`
    await until(async () => {
      await sql(flood, [elsewhere])
      expect(connection.destroyed).toBe(true)
    })
    socket.destroy()
    await receives(reader, (await open()).id)
  })

  test('a stream begins with what its actor may see of the changes before it', async () => {
    const [seen, foreign] = [await open(), await open(await h.aCustomer({ orgId }))]
    await comment(seen.id, true)
    // The notifications have reached the server.
    const before = await listenTo(technician)
    await receives(before, (await open()).id)
    const recentOf = async (stream: Stream) => {
      await until(() => expect(stream.events).not.toEqual([]))
      const [{ since }] = stream.events as unknown as [{ since: RecentChanges }]
      return since.changes.map(({ event }) => ('ticketId' in event ? `${event.about} ${event.ticketId}` : event.about))
    }
    const [toStaff, toCustomer] = [await listenTo(technician), await listenTo(portalUser, asCustomer)]
    expect(await recentOf(toStaff)).toEqual(
      expect.arrayContaining([`ticket ${seen.id}`, `comment ${seen.id}`, `ticket ${foreign.id}`]),
    )
    const customerEvents = await recentOf(toCustomer)
    expect(customerEvents).toContain(`ticket ${seen.id}`)
    expect(customerEvents).not.toContain(`ticket ${foreign.id}`)
    expect(customerEvents).not.toContain(`comment ${seen.id}`)
  })

  test('A-255: a login has at most ten streams; one more ends only the oldest, with the reason', async () => {
    const person = await h.aTechnician({ orgId })
    const own: Stream[] = []
    for (let n = 0; n < 10; n++) own.push(await listenTo(person))
    const others = [await listenTo(technician), await listenTo(portalUser, asCustomer)]
    const ended = new Set<number>()
    for (const [index, stream] of own.entries()) void stream.ended.then(() => ended.add(index))
    own.push(await listenTo(person))
    await own[0]?.ended
    expect(own[0]?.events.at(-1)).toEqual({ about: 'ended', reason: 'too_many_streams' })
    own.push(await listenTo(person))
    await own[1]?.ended
    const ticket = await open()
    await Promise.all([...own.slice(2), ...others].map((stream) => receives(stream, ticket.id)))
    expect(new Set(ended)).toEqual(new Set([0, 1]))
  })

  test('A-255: the same for a customer’s login', async () => {
    const person = await h.aPortalUser(customer)
    const own: Stream[] = []
    for (let n = 0; n < 11; n++) own.push(await listenTo(person, asCustomer))
    await own[0]?.ended
    expect(own[0]?.events.at(-1)).toEqual({ about: 'ended', reason: 'too_many_streams' })
  })
})
