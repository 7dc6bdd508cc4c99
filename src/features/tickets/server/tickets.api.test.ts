import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { TicketRow, tickets } from '../tickets.contract.ts'

let h: Harness
let orgId: string
let technician: Person & { fullName: string }
let colleague: Person & { fullName: string }
let outsider: Person & { fullName: string }
let customer: { id: string; orgId: string; name: string }
let theirs: { id: string; orgId: string; name: string }
let portalUser: Person

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  colleague = await h.anAdmin({ orgId, fullName: 'Bo Ek' })
  customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  portalUser = await h.aPortalUser(customer)
  const other = await h.anOrganization('Annan AB')
  outsider = await h.anAdmin({ orgId: other.id, fullName: 'Främmande' })
  theirs = await h.aCustomer({ orgId: other.id })
})
afterAll(() => h.stop())

const wifi = () => ({ title: ' WiFi nere ', description: 'Ingen kontakt', customerId: customer.id })
const open = (overrides: object = {}, person: Person = technician) =>
  h.as(person).call(tickets.create, { body: { ...wifi(), ...overrides } })
const change = <B extends { version: number }>(id: string, body: B, person: Person = technician) =>
  h.as(person).call(tickets.change, { params: { id }, body })
const thread = (id: string) => h.as(technician).call(tickets.thread, { params: { id } })
const comment = (id: string, body: { comment: string; isInternal?: boolean }, person: Person = technician) =>
  h.as(person).call(tickets.comment, { params: { id }, body })
const list = (query: object = {}, person: Person = technician) => h.as(person).call(tickets.list, { query })
const count = async (table: string) => (await h.test.superuser.query(`select from ${table}`)).rowCount

describe('a new ticket', () => {
  test('is open, normal, trimmed and filed under the customer, numbered from 1001', async () => {
    const first = await open()
    expect(first).toMatchObject({
      title: 'WiFi nere',
      status: 'open',
      priority: 'normal',
      assignee: null,
      ticketNumber: 1001,
      customer: { name: 'Åkeriet AB' },
      createdBy: { fullName: 'Tove Teknik' },
      resolvedAt: null,
    })
    expect((await open()).ticketNumber).toBe(1002)
  })

  test('is alike in the list and alone, with all special characters preserved', async () => {
    const title = '"Citat" \\n {"} </script> åäö 😀'
    const description = `${title} \t\u0001\u2028\n!`
    const odd = await h.aCustomer({ orgId, name: 'Bröd & "Bulle" AB' })
    const person = await h.aTechnician({ orgId, fullName: 'Åsa "Ås" \\ Ek' })
    const opened = await open({
      title,
      description,
      customerId: odd.id,
      assignedTo: person.userId,
      priority: 'urgent',
      status: 'in_progress',
    })
    expect(opened).toMatchObject({
      title,
      description,
      customer: { name: odd.name },
      assignee: { fullName: person.fullName },
    })
    expect((await list()).rows[0]).toEqual(TicketRow.parse(opened))
  })

  test('created as resolved has a time of resolution', async () => {
    const { resolvedAt, createdAt } = await open({ status: 'resolved', assignedTo: colleague.userId })
    expect(resolvedAt).toBe(createdAt)
  })

  test.each([
    ['no title', { title: '  ' }, 'Titel krävs', 'title'],
    ['no title at all', { title: undefined, description: '' }, 'Titel krävs', 'title'],
    ['a title of 201', { title: 'å'.repeat(201) }, 'Titel får max vara 200 tecken', 'title'],
    ['no description', { description: '\n' }, 'Beskrivning krävs', 'description'],
    ['a description of 5001', { description: 'å'.repeat(5001) }, 'Beskrivning får max vara 5000 tecken', 'description'],
    ['no customer', { customerId: '' }, 'Välj en kund', 'customerId'],
    ['an unknown priority', { priority: 'highest' }, 'Välj en prioritet', 'priority'],
    ['an unknown status', { status: 'done' }, 'Välj en status', 'status'],
    ['an assignee that is not an id', { assignedTo: 'Bo' }, 'Välj en ansvarig', 'assignedTo'],
  ])(
    'with %s is refused with a message at the field, and nothing is stored',
    async (_name, overrides, message, field) => {
      const before = await count('tickets')
      await expect(open(overrides)).rejects.toMatchObject({ status: 422, message, fields: { [field]: message } })
      expect(await count('tickets')).toBe(before)
    },
  )

  test('A-44: cannot contain fields that the server derives', async () => {
    for (const key of ['ticketNumber', 'orgId', 'createdBy', 'resolvedAt', 'org_id'])
      await expect(open({ [key]: '1' })).rejects.toMatchObject({ status: 422 })
  })

  test('A-55, A-60: is refused for a foreign or archived customer or a foreign assignee', async () => {
    const archived = await h.aCustomer({ orgId, name: 'Borta AB' })
    await h.test.superuser.query(
      `begin; set local app.role = 'admin'; update customers set archived_at = now() where id = '${archived.id}'; commit`,
    )
    const counts = async () => (await h.test.superuser.query('select * from ticket_counts order by 1, 2')).rows
    const before = [await count('tickets'), await counts()]
    for (const customerId of [theirs.id, uuidv7()])
      await expect(open({ customerId })).rejects.toMatchObject({ status: 404, message: 'Kund hittades inte' })
    await expect(open({ customerId: archived.id })).rejects.toMatchObject({ status: 422 })
    for (const assignedTo of [outsider.userId, portalUser.userId, uuidv7()])
      await expect(open({ assignedTo })).rejects.toMatchObject({ status: 404, message: 'Den ansvarige finns inte' })
    expect([await count('tickets'), await counts()]).toEqual(before)
  })

  test('is refused for staff without an organization, with the reason', async () => {
    const loner = await h.aTechnician({ orgId: null })
    await expect(open({}, loner)).rejects.toMatchObject({ message: 'Du måste vara kopplad till en organisation' })
  })

  test('cannot contain NUL; emoji, right-to-left and 5 000 å are stored as typed', async () => {
    await expect(open({ title: 'a\0b' })).rejects.toMatchObject({ status: 422 })
    await expect(open({ description: 'a\0b' })).rejects.toMatchObject({ status: 422 })
    for (const description of ['👩🏽‍💻 brinner 🔥', 'שלום \u202eomvänt', 'å'.repeat(5000)])
      expect((await open({ description })).description).toBe(description)
  })

  test('sent twice with one key is created once', async () => {
    const send = () => h.as(technician).call(tickets.create, { body: wifi() }, { idempotencyKey: 'samma-nyckel-1' })
    const before = (await count('tickets')) ?? 0
    const [one, other] = await Promise.all([send(), send()])
    expect(one.id).toBe(other.id)
    expect(await count('tickets')).toBe(before + 1)
  })
})

describe('a change', () => {
  test('leaves other fields unchanged, is in the thread, and sets the time of resolution', async () => {
    const { id, version } = await open({ priority: 'high' })
    const assigned = await change(id, { version, assignedTo: colleague.userId })
    expect(assigned).toMatchObject({ status: 'open', priority: 'high', assignee: { fullName: 'Bo Ek' }, version: 2 })
    const resolved = await change(id, { version: 2, status: 'resolved', priority: 'low' }, colleague)
    expect(resolved.resolvedAt).not.toBeNull()
    expect(await change(id, { version: 3, assignedTo: '' })).toMatchObject({ assignee: null, status: 'resolved' })
    expect(await thread(id)).toMatchObject([
      { kind: 'change', field: 'assignee', before: null, after: 'Bo Ek', author: { fullName: 'Tove Teknik' } },
      { field: 'status', before: 'open', after: 'resolved', author: { fullName: 'Bo Ek' }, byComment: false },
      { field: 'priority', before: 'high', after: 'low' },
      { field: 'assignee', before: 'Bo Ek', after: null },
    ])
  })

  test('of one version by two users: one is saved, the other gets 409 with the current ticket', async () => {
    const { id, version } = await open()
    const outcomes = await Promise.allSettled([
      change(id, { version, status: 'closed' }),
      change(id, { version, priority: 'urgent' }, colleague),
    ])
    const rejected = outcomes.filter(({ status }) => status === 'rejected')
    expect(rejected).toHaveLength(1)
    expect(rejected[0]).toMatchObject({ reason: { status: 409, current: { id, version: 2 } } })
  })

  test('without an effect leaves the version and the thread unchanged', async () => {
    const { id, version } = await open()
    expect(await change(id, { version, status: 'open', assignedTo: '' })).toMatchObject({ version })
    expect(await thread(id)).toEqual([])
  })

  test('to an unknown status or a foreign assignee is refused, and nothing is stored', async () => {
    const { id, version } = await open()
    await expect(change(id, { version, status: 'archived' })).rejects.toMatchObject({ message: 'Välj en status' })
    await expect(change(id, { version, priority: 'x' })).rejects.toMatchObject({ message: 'Välj en prioritet' })
    for (const assignedTo of [outsider.userId, portalUser.userId])
      await expect(change(id, { version, assignedTo })).rejects.toMatchObject({ status: 404 })
    expect(await h.as(technician).call(tickets.get, { params: { id } })).toMatchObject({ version, assignee: null })
  })
})

describe('the thread', () => {
  test('has comments by time with their authors; a comment does not change the version', async () => {
    const { id, version } = await open()
    await comment(id, { comment: ' Jag tittar på det. ' })
    await comment(id, { comment: 'Nyckeln ligger i lådan', isInternal: true }, colleague)
    expect(await thread(id)).toMatchObject([
      { kind: 'comment', comment: 'Jag tittar på det.', isInternal: false, author: { fullName: 'Tove Teknik' } },
      { kind: 'change', field: 'assignee', before: null, after: 'Tove Teknik' },
      { kind: 'comment', isInternal: true, byCustomer: false, author: { fullName: 'Bo Ek' } },
    ])
    expect(await h.as(technician).call(tickets.get, { params: { id } })).toMatchObject({ version })
  })

  test('is sorted to the microsecond, also where PostgreSQL omits trailing zeros', async () => {
    const { id } = await open()
    for (const at of ['00.12', '00.1', '00', '00.100001'])
      await h.test.superuser.query(
        `insert into ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment, created_at)
         values ($1, gen_random_uuid(), $2, $3, $4, $5, $6)`,
        [orgId, customer.id, id, technician.userId, at, `2026-11-20 10:00:${at}+00`],
      )
    const comments = (await thread(id)).map((entry) => entry.kind === 'comment' && entry.comment)
    expect(comments).toEqual(['00', '00.1', '00.100001', '00.12'])
  })

  test('A-79: never has blank or too long comments; a repeated internal one stays single', async () => {
    const { id } = await open()
    for (const blank of ['', ' \n\t'])
      await expect(comment(id, { comment: blank })).rejects.toMatchObject({ status: 422 })
    await expect(comment(id, { comment: 'å'.repeat(10_001) })).rejects.toMatchObject({ status: 422 })
    await expect(comment(id, { comment: 'a\0' })).rejects.toMatchObject({ status: 422 })
    const sent = { params: { id }, body: { comment: 'Hemligt', isInternal: true } }
    const send = () => h.as(technician).call(tickets.comment, sent, { idempotencyKey: 'samma-kommentar' })
    await Promise.all([send(), send(), send()])
    expect(await thread(id)).toMatchObject([{ comment: 'Hemligt', isInternal: true }])
    const asPublic = { params: { id }, body: { comment: 'Hemligt', isInternal: false } }
    await expect(
      h.as(technician).call(tickets.comment, asPublic, { idempotencyKey: 'samma-kommentar' }),
    ).rejects.toMatchObject({ status: 422 })
  })

  test('a draft is saved for its author only, until it is sent or emptied', async () => {
    const { id } = await open()
    const params = { id }
    const mine = () => h.as(technician).call(tickets.draft, { params })
    const save = (body: { comment: string; isInternal: boolean }) =>
      h.as(technician).call(tickets.saveDraft, { params, body })
    await save({ comment: ' Börjar ', isInternal: true })
    await save({ comment: ' Börjar skriva ', isInternal: true })
    expect(await mine()).toMatchObject({ comment: ' Börjar skriva ', isInternal: true })
    expect(await h.as(colleague).call(tickets.draft, { params })).toMatchObject({ comment: '', isInternal: false })
    await comment(id, { comment: 'Börjar skriva', isInternal: true })
    expect(await mine()).toMatchObject({ comment: '', isInternal: false })
    await save({ comment: 'x', isInternal: false })
    await save({ comment: '', isInternal: false })
    expect(await count('ticket_drafts')).toBe(0)
  })

  test('staff see who else has the ticket open, until the presence entry is deleted', async () => {
    const { id } = await open()
    const params = { id }
    const renew = (person: Person) => h.as(person).call(tickets.renewPresence, { params })
    expect(await renew(technician)).toEqual({ others: [] })
    expect(await renew(colleague)).toMatchObject({ others: [{ fullName: 'Tove Teknik' }] })
    await h.as(colleague).call(tickets.endPresence, { params })
    expect(await renew(technician)).toEqual({ others: [] })
  })
})

describe('the list', () => {
  let mine: { orgId: string; person: Person & { fullName: string }; customerId: string }

  beforeAll(async () => {
    const org = await h.anOrganization('Många ärenden AB')
    const person = await h.anAdmin({ orgId: org.id, fullName: 'Vera' })
    mine = { orgId: org.id, person, customerId: (await h.aCustomer({ orgId: org.id })).id }
    await h.test.superuser.query(
      `insert into tickets (org_id, id, ticket_number, customer_id, title, description, status, priority, assigned_to, created_at)
       select $1, gen_random_uuid(), 1000 + n, $2, 'Ärende ' || n, 'x',
         case when n % 2 = 0 then 'closed' when n % 3 = 0 then 'in_progress' else 'open' end,
         case when n % 5 = 0 then 'urgent' else 'normal' end, case when n % 7 = 0 then $3::uuid end,
         now() - n / 2 * interval '1 minute'
       from generate_series(1, 240) n`,
      [mine.orgId, mine.customerId, person.userId],
    )
  })

  const all = async (query: object) => {
    const numbers: number[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page = await list({ ...query, ...(after && { after }) }, mine.person)
      numbers.push(...page.rows.map(({ ticketNumber }) => ticketNumber))
      expect(page.counts === null).toBe(after !== '')
      after = page.next
    }
    return numbers
  }
  const numbersWhere = (matches: (n: number) => boolean) =>
    Array.from({ length: 240 }, (_, index) => index + 1)
      .filter(matches)
      .map((n) => 1000 + n)

  test('is paged without losing or repeating a ticket, newest first, with total counts', async () => {
    const { counts, rows } = await list({ priority: 'urgent' }, mine.person)
    expect(counts).toEqual({ active: 120, archived: 120 })
    expect(rows[0]).toMatchObject({ title: 'Ärende 5', priority: 'urgent', assignee: null })
    const active = await all({})
    expect(active).toEqual(numbersWhere((n) => n % 2 === 1))
    expect(await all({ tab: 'archived' })).toEqual(numbersWhere((n) => n % 2 === 0))
  })

  test('is filtered by status, priority, assignee, me and nobody', async () => {
    expect(await all({ status: 'in_progress' })).toEqual(numbersWhere((n) => n % 2 === 1 && n % 3 === 0))
    expect(await all({ tab: 'archived', priority: 'urgent' })).toEqual(numbersWhere((n) => n % 10 === 0))
    const isMine = (n: number) => n % 2 === 1 && n % 7 === 0
    expect(await all({ assignee: 'me' })).toEqual(numbersWhere(isMine))
    expect(await all({ assignee: mine.person.userId })).toEqual(numbersWhere(isMine))
    expect(await all({ assignee: 'nobody' })).toEqual(numbersWhere((n) => n % 2 === 1 && !isMine(n)))
  })

  test('refuses unknown filters and values', async () => {
    for (const query of [{ status: 'x' }, { tab: 'x' }, { assignee: 'x' }, { after: 'x' }, { orderBy: 'password' }])
      await expect(list(query)).rejects.toMatchObject({ status: 422 })
  })
})

test('A-59: another organization’s ticket gets the same 404 as an unknown one everywhere', async () => {
  const { id, version } = await open()
  for (const missing of [id, uuidv7()]) {
    const params = { id: missing }
    const { call } = h.as(outsider)
    const draft = { comment: 'x', isInternal: false }
    for (const refused of [
      () => call(tickets.get, { params }),
      () => call(tickets.change, { params, body: { version, status: 'closed' } }),
      () => call(tickets.thread, { params }),
      () => call(tickets.comment, { params, body: { comment: 'x' } }),
      () => call(tickets.draft, { params }),
      () => call(tickets.saveDraft, { params, body: draft }),
      () => call(tickets.renewPresence, { params }),
      () => call(tickets.endPresence, { params }),
    ])
      await expect(refused()).rejects.toMatchObject({ status: 404, message: 'Kunde inte ladda ticket' })
  }
  expect(await list({}, outsider)).toMatchObject({ rows: [], counts: { active: 0, archived: 0 } })
  expect(await thread(id)).toEqual([])
})
