import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { asciiDomain } from '#shared/email.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { type EnquiryFilter, enquiries } from '../enquiries.contract.ts'
import { menuCounts } from '../menu-counts.contract.ts'
import { anEnquiry } from '../testing/an-enquiry.ts'

let h: Harness
let orgId: string
let technician: Person & { fullName: string }
let colleague: Person & { fullName: string }
let outsider: Person & { fullName: string }
let portalUser: Person

beforeAll(async () => {
  h = await startHarness()
  const other = await h.anOrganization('Annan AB')
  outsider = await h.anAdmin({ orgId: other.id, fullName: 'Främmande' })
})
beforeEach(async () => {
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  colleague = await h.anAdmin({ orgId, fullName: 'Bo Ek' })
  portalUser = await h.aPortalUser(await h.aCustomer({ orgId }))
})
afterAll(() => h.stop())

const received = (fields: Partial<Parameters<typeof anEnquiry>[1]> = {}) => anEnquiry(h, { orgId, ...fields })
const list = (query: Partial<EnquiryFilter> = {}, person: Person = technician) =>
  h.as(person).call(enquiries.list, { query })
const find = async (search: string, query: Partial<EnquiryFilter> = {}) =>
  (await list({ search, ...query })).rows.map(({ id }) => id)
const get = (id: string, person: Person = technician) => h.as(person).call(enquiries.get, { params: { id } })
const read = (id: string, person: Person = technician) => h.as(person).call(enquiries.read, { params: { id } })
const unread = async (person: Person = technician) => (await h.as(person).call(menuCounts.get, {})).inbox.unread
const change = <B extends { version: number }>(id: string, body: B, person: Person = technician) =>
  h.as(person).call(enquiries.change, { params: { id }, body })
const reply = (id: string, body: object, person: Person = technician) =>
  h.as(person).call(enquiries.reply, { params: { id }, body: body as { text: string } })
const log = async (id: string) =>
  (
    await h.test.superuser.query('select action, user_id, detail from audit_log where subject_id = $1 order by at', [
      id,
    ])
  ).rows

describe('the list', () => {
  test('is sorted newest first, with an excerpt of the text on one line', async () => {
    const older = await received({ message: `Rad ett\r\n\r\n  rad två ${'å'.repeat(500)}` })
    const newer = await received({ kind: 'support', isUrgent: true, phone: null })
    const { rows, next, counts } = await list()
    expect(rows.map(({ id }) => id)).toEqual([newer, older])
    expect(rows[0]).toMatchObject({
      kind: 'support',
      isUrgent: true,
      isSuspect: false,
      phone: null,
      version: 1,
      readAt: null,
      doneAt: null,
      assignee: null,
      ticket: null,
    })
    expect(rows[1]?.excerpt).toMatch(/^Rad ett rad två å{184}$/)
    expect([next, counts]).toEqual([null, { open: 2, automatic: 0, done: 0, suspect: 0 }])
  })

  test('has tabs for open, done and suspect enquiries, with counts that ignore the search', async () => {
    const open = await received()
    const done = await received()
    const suspect = await received({ isSuspect: true })
    await change(done, { version: 1, isDone: true })
    expect((await list()).rows.map(({ id }) => id)).toEqual([open])
    expect((await list({ tab: 'done' })).rows.map(({ id }) => id)).toEqual([done])
    expect((await list({ tab: 'suspect' })).rows.map(({ id }) => id)).toEqual([suspect])
    expect((await list({ search: 'finns inte' })).counts).toEqual({ open: 1, automatic: 0, done: 1, suspect: 1 })
    await change(suspect, { version: 1, isSuspect: false })
    expect((await list()).rows.map(({ id }) => id)).toEqual([suspect, open])
  })

  test('continues after the previous page, which has no counts', async () => {
    const ids: string[] = []
    for (let n = 0; n < 53; n++) ids.unshift(await received())
    const first = await list()
    expect(first.rows).toHaveLength(50)
    const second = await list({ after: first.next ?? '' })
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids)
    expect([second.next, second.counts]).toEqual([null, null])
    const found = await list({ search: 'trådlösa' })
    const rest = await list({ search: 'trådlösa', after: found.next ?? '' })
    expect([...found.rows, ...rest.rows].map(({ id }) => id)).toEqual(ids)
    await expect(list({ after: 'påhittad' })).rejects.toMatchObject({ status: 422, message: 'Ogiltig sidmarkör' })
  })

  test('is sorted by when answers are due, page by page, those that nobody waits for last', async () => {
    const ids: string[] = []
    for (let n = 0; n < 60; n++) ids.push(await received())
    const other = await received({ isSuspect: true })
    // Seven a moment, across the end of the first page, and the last eleven without one.
    await h.test.superuser.query(
      `update enquiries set due_at = case when n <= 49 then timestamptz '2026-12-01 08:00Z' - n / 7 * interval '1 hour' end
       from unnest($1::uuid[]) with ordinality listed (id, n) where enquiries.id = listed.id`,
      [ids],
    )
    const pages = [await list({ sort: 'due' })]
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
      pages.push(await list({ sort: 'due', after: next }))
    const rows = pages.flatMap((page) => page.rows)
    expect(pages.map((page) => page.rows.length)).toEqual([50, 10])
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids))
    const values = rows.map(({ dueAt, createdAt }) => `${dueAt ?? 'infinity'} ${createdAt}`)
    expect(values).toEqual(values.toSorted())
    expect((await list({ tab: 'suspect', sort: 'due' })).rows.map(({ id }) => id)).toEqual([other])
    const ofDefault = (await list()).next ?? ''
    await expect(list({ sort: 'due', after: ofDefault })).rejects.toMatchObject({ status: 422 })
  })

  test('finds an address whose domain has å', async () => {
    const id = await received({ name: 'Öst', email: asciiDomain('info@åkeri.example') })
    for (const search of ['info@åkeri.example', 'åkeri.example öst']) expect(await find(search)).toEqual([id])
  })

  test('finds all words in name, e-mail, phone or text, whatever the format of the number', async () => {
    const id = await received({
      name: 'Örjan Ek',
      email: 'Orjan@ek.example',
      phone: '+46 (0)70-987 65 43',
      message: 'Nätet\när nere',
    })
    await received()
    for (const search of [
      'örjan',
      'ÖRJAN nere',
      'nätet är',
      'orjan@EK',
      '0709876543',
      '+46709876543',
      '070-987 65',
      '987 65 43',
      'ek',
    ])
      expect(await find(search), search).toEqual([id])
    for (const search of ['örjan trådlösa', '%', '_rjan', "' or true --", '0702', '-', '5'])
      expect(await find(search), search).toEqual([])
    expect(await find('örjan', { tab: 'done' })).toEqual([])
  })

  test('matches each of two numbers in one field, not across both', async () => {
    const id = await received({ phone: '08-123 45 67 ankn 12, +46 70 987 65 49' })
    for (const search of ['081234567', '070-987 65 49', '+46709876549'])
      expect(await find(search), search).toEqual([id])
    expect(await find('4567-709')).toEqual([])
  })
})

describe('an enquiry', () => {
  test('is shown whole', async () => {
    const id = await received({ message: 'Rad ett\nrad två' })
    expect(await get(id)).toMatchObject({ name: 'Sofia Lind', message: 'Rad ett\nrad två', replies: [], version: 1 })
  })

  test('is marked as read when first opened, and counted as unread until then', async () => {
    const id = await received()
    await received({ isSuspect: true })
    expect(await unread()).toBe(1)
    await read(id)
    const { readAt, version } = await get(id)
    expect([typeof readAt, version]).toEqual(['string', 1])
    await read(id, colleague)
    expect((await get(id)).readAt).toBe(readAt)
    expect(await unread()).toBe(0)
  })

  test('is assigned, done and reopened; other fields stay unchanged, and it is recorded in the audit log', async () => {
    const id = await received()
    expect(await change(id, { version: 1, assignedTo: colleague.userId })).toMatchObject({
      version: 2,
      assignee: { id: colleague.userId, fullName: 'Bo Ek' },
      doneAt: null,
      readAt: null,
    })
    const done = await change(id, { version: 2, isDone: true })
    expect(done).toMatchObject({ version: 3, assignee: { fullName: 'Bo Ek' } })
    expect([typeof done.doneAt, typeof done.readAt]).toEqual(['string', 'string'])
    expect(await change(id, { version: 3, isDone: true })).toEqual(done)
    expect(await change(id, { version: 3, isDone: false, assignedTo: '' })).toMatchObject({
      doneAt: null,
      assignee: null,
    })
    expect(await log(id)).toMatchObject([
      { action: 'changed', user_id: technician.userId, detail: { after: { assignedTo: colleague.userId } } },
      { action: 'changed', detail: { after: { isDone: true } } },
      { action: 'changed', detail: { after: { isDone: false, assignedTo: null } } },
    ])
  })

  test('changed by another user meanwhile is refused with 409 and the current row', async () => {
    const id = await received()
    await change(id, { version: 1, isDone: true }, colleague)
    await expect(change(id, { version: 1, assignedTo: technician.userId })).rejects.toMatchObject({
      status: 409,
      message: 'Någon annan hann ändra. Jämför och spara igen.',
      current: { version: 2, assignee: null },
    })
  })

  test('can be assigned to staff of the organization only', async () => {
    const id = await received()
    for (const assignedTo of [outsider.userId, portalUser.userId, uuidv7()])
      await expect(change(id, { version: 1, assignedTo })).rejects.toMatchObject({
        status: 404,
        message: 'Den ansvarige finns inte',
      })
    await expect(change(id, { version: 1, assignedTo: 'Bo' })).rejects.toMatchObject({
      fields: { assignedTo: 'Välj en ansvarig' },
    })
    expect((await get(id)).version).toBe(1)
  })
})

describe('a reply', () => {
  test('is stored with its author, marks the enquiry as read and real, and is recorded in the audit log', async () => {
    const id = await received({ isSuspect: true })
    const first = await reply(id, { text: '  Hej! Vi ringer i eftermiddag.\n' })
    expect(first).toMatchObject({ text: 'Hej! Vi ringer i eftermiddag.', author: { fullName: 'Tove Teknik' } })
    const second = await reply(id, { text: 'Nu är det klart.' }, colleague)
    const enquiry = await get(id)
    expect(enquiry).toMatchObject({ replies: [first, second], isSuspect: false, version: 2, doneAt: null })
    expect(enquiry.readAt).not.toBeNull()
    expect(await log(id)).toMatchObject([{ action: 'answered', detail: { replyId: first.id } }, { action: 'answered' }])
  })

  test.each([
    ['no text', undefined, 'Skriv ett svar'],
    ['blanks', ' \n ', 'Skriv ett svar'],
    ['10 001 letters', 'å'.repeat(10_001), 'Svaret får max vara 10\u00a0000 tecken'],
  ])('of %s is refused with a message at the field', async (_name, text, message) => {
    const id = await received()
    await expect(reply(id, { text })).rejects.toMatchObject({ status: 422, message, fields: { text: message } })
    expect((await get(id)).replies).toEqual([])
  })

  test('sent twice with one key is one reply and one mail', async () => {
    const id = await received()
    const send = () =>
      h
        .as(technician)
        .call(enquiries.reply, { params: { id }, body: { text: 'Hej' } }, { idempotencyKey: 'samma-svar-1' })
    const [one, other] = await Promise.all([send(), send()])
    expect(one).toEqual(other)
    expect((await get(id)).replies).toHaveLength(1)
  })
})

describe('rights', () => {
  test('administrators delete an enquiry with its replies; the ticket created from it remains', async () => {
    const id = await received({ message: 'Ta bort mig' })
    await reply(id, { text: 'Hej!' })
    const customer = await h.aCustomer({ orgId })
    const ticket = await h.as(technician).call(enquiries.makeTicket, {
      params: { id },
      body: { title: 'Nät', description: 'Trasigt', customerId: customer.id },
    })
    const remove = (person: Person, which = id) => h.as(person).call(enquiries.remove, { params: { id: which } })
    await expect(remove(technician)).rejects.toMatchObject({ status: 403 })
    await expect(remove(outsider)).rejects.toMatchObject({ status: 404 })
    await remove(colleague)
    await expect(get(id)).rejects.toMatchObject({ status: 404 })
    await expect(remove(colleague)).rejects.toMatchObject({ status: 404 })
    expect(await h.as(technician).call(tickets.get, { params: { id: ticket.id } })).toMatchObject({ enquiryId: null })
    expect((await log(id)).at(-1)).toMatchObject({ action: 'deleted', user_id: colleague.userId, detail: {} })
  })

  test('A-59, A-60: another organization’s enquiry is 404, is in no list, search or count, and is not changed', async () => {
    const id = await received()
    const notFound = { status: 404, message: 'Förfrågan finns inte' }
    const { call } = h.as(outsider)
    const params = { id }
    await expect(get(id, outsider)).rejects.toMatchObject(notFound)
    await expect(read(id, outsider)).rejects.toMatchObject(notFound)
    await expect(change(id, { version: 1, isDone: true }, outsider)).rejects.toMatchObject(notFound)
    await expect(reply(id, { text: 'Hej' }, outsider)).rejects.toMatchObject(notFound)
    await expect(call(enquiries.suggestions, { params })).rejects.toMatchObject(notFound)
    await expect(
      call(enquiries.makeTicket, { params, body: { title: 'x', description: 'x', customerId: uuidv7() } }),
    ).rejects.toMatchObject(notFound)
    expect(await list({}, outsider)).toEqual({
      rows: [],
      next: null,
      counts: { open: 0, automatic: 0, done: 0, suspect: 0 },
    })
    expect((await list({ search: 'sofia' }, outsider)).rows).toEqual([])
    expect(await unread(outsider)).toBe(0)
    expect(await get(id)).toMatchObject({ readAt: null, version: 1, replies: [] })
  })

  test('a customer is refused everything', async () => {
    const params = { id: await received() }
    const { call } = h.as(portalUser)
    const refused = { status: 403 }
    await expect(list({}, portalUser)).rejects.toMatchObject(refused)
    await expect(unread(portalUser)).rejects.toMatchObject(refused)
    await expect(get(params.id, portalUser)).rejects.toMatchObject(refused)
    await expect(read(params.id, portalUser)).rejects.toMatchObject(refused)
    await expect(change(params.id, { version: 1 }, portalUser)).rejects.toMatchObject(refused)
    await expect(reply(params.id, { text: 'x' }, portalUser)).rejects.toMatchObject(refused)
    await expect(call(enquiries.suggestions, { params })).rejects.toMatchObject(refused)
  })
})
