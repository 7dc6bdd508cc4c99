// What staff answer and forward in Inkorg: copies, files, done, and who else looks.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  ATTACHED_FILES_MAX,
  files,
  MAIL_FILES_MAX_BYTES,
  MAIL_FILES_TOO_LARGE,
} from '#features/files/files.contract.ts'
import { anUploadedFile } from '#features/files/testing/upload.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { toDo } from '#screens/ticket/to-do.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { OWN_MAILBOX, REPLY_COPIES_MAX, SUSPECT_NOT_FORWARDED } from '../answers.contract.ts'
import { enquiries } from '../enquiries.contract.ts'
import { anEnquiry } from '../testing/an-enquiry.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'

let h: Harness
let s: MailboxScenario
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
})
afterAll(() => h.stop())

const call = (person: Person = s.anna) => h.as(person).call
const received = (fields: Partial<Parameters<typeof anEnquiry>[1]> = {}) => anEnquiry(h, { orgId: s.orgId, ...fields })
const get = (id: string) => call()(enquiries.get, { params: { id } })
type Reply = Partial<Parameters<ReturnType<typeof call>>[1]> & Record<string, unknown>
const reply = (id: string, body: Reply = {}, person: Person = s.anna) =>
  call(person)(enquiries.reply, { params: { id }, body: { text: 'Vi kommer.', ...body } })
const forward = (id: string, body: { to: string; note?: string }) => call()(enquiries.forward, { params: { id }, body })
const upload = async (content: Buffer | string = 'rad 1', name = 'logg.txt', person: Person = s.anna) =>
  (await anUploadedFile(h, person, 'attachment', content, name)).id
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ status, fields, message }: { status: number; fields: Record<string, string>; message: string }) =>
      `${status} ${Object.values(fields ?? {})[0] ?? message}`,
  )

describe('files of a reply', () => {
  test('are shown with it, and found by their names', async () => {
    const id = await received()
    const fileIds = [await upload('rad 1', 'kvitto.txt'), await upload('rad 2', 'offert.txt')]
    await reply(id, { fileIds })
    const { replies, files: own } = await get(id)
    expect(replies).toMatchObject([{ files: [{ name: 'kvitto.txt' }, { name: 'offert.txt' }] }])
    expect(own).toEqual([])
    const { rows } = await call()(enquiries.list, { query: { search: 'kvitto' } })
    expect(rows.map((row) => row.id)).toEqual([id])
  })

  test('can be read by colleagues, and by no customer', async () => {
    const id = await received()
    const fileId = await upload()
    await reply(id, { fileIds: [fileId] })
    const read = (person: Person) => refusal(call(person)(files.download, { params: { id: fileId } }))
    expect(await read(s.admin)).toBe('done')
    expect(await read(s.kim)).toMatch(/^404/)
  })

  test('follow to the ticket however many they are, and stay with their replies', async () => {
    const id = await received()
    for (const name of ['ett', 'två'])
      await reply(id, {
        fileIds: await Promise.all(
          Array.from({ length: ATTACHED_FILES_MAX }, (_, n) => upload(`${name} ${n}`, `${name}-${n}.txt`)),
        ),
      })
    const ticket = { title: 'Nätet', description: 'Nere.', customerId: s.customer.id }
    const made = await call()(enquiries.makeTicket, { params: { id }, body: ticket })
    const screen = await call()(tickets.screen, { params: { id: made.id } })
    expect(screen.files).toHaveLength(2 * ATTACHED_FILES_MAX)
    expect((await get(id)).replies.map((one) => one.files.length)).toEqual([ATTACHED_FILES_MAX, ATTACHED_FILES_MAX])
  })

  test('of a colleague, of another reply and too large ones are refused, and nothing is stored', async () => {
    const id = await received()
    const [sent, theirs] = [await upload(), await upload('x', 'x.txt', s.admin)]
    await reply(id, { fileIds: [sent] })
    for (const fileIds of [[sent], [theirs]])
      expect(await refusal(reply(id, { fileIds }))).toMatch(/^422 En fil finns inte längre/)
    const half = randomBytes(MAIL_FILES_MAX_BYTES / 2)
    const large = [await upload(half, 'a.zip'), await upload(Buffer.concat([half, Buffer.from('.')]), 'b.zip')]
    expect(await refusal(reply(id, { fileIds: large }))).toBe(`422 ${MAIL_FILES_TOO_LARGE}`)
    expect((await get(id)).replies).toHaveLength(1)
  })

  test('are removed with the enquiry', async () => {
    const id = await received()
    const fileId = await upload()
    await reply(id, { fileIds: [fileId] })
    await call(s.admin)(enquiries.remove, { params: { id } })
    expect(await s.q('select from files where id = $1', fileId)).toEqual([])
  })
})

test('a reply that completes the enquiry marks it done, once', async () => {
  const id = await received()
  await reply(id, { completes: true })
  const first = await get(id)
  expect(first).toMatchObject({ doneAt: expect.any(String), readAt: expect.any(String), version: 2 })
  await reply(id, { completes: true })
  expect(await get(id)).toMatchObject({ doneAt: first.doneAt, version: 2 })
})

describe('copies of a reply', () => {
  test('are stored without the recipient itself, and have a job each without an address', async () => {
    const id = await received({ email: 'sofia@okand.example' })
    const sent = await reply(id, { cc: ['Sofia@okand.example', 'karin@åkeri.se', 'per@okand.example'] })
    expect(sent.cc).toEqual(['karin@xn--keri-poa.se', 'per@okand.example'])
    expect((await get(id)).replies).toMatchObject([{ cc: sent.cc }])
    const jobs = (await s.jobs()).filter(({ payload }) => payload.replyId === sent.id)
    expect(jobs.map(({ payload }) => payload.copy)).toEqual([null, 0, 1])
    expect(JSON.stringify(jobs)).not.toContain('okand')
  })

  test.each([
    [['nej'], '422 nej är ingen giltig e-postadress'],
    [['a@b.example\r\nBcc: offer@example.se'], /^422 a@b\.example Bcc: offer@example\.se är ingen giltig e-postadress/],
    [['a@b.example,c@d.example'], /^422 a@b\.example,c@d\.example är ingen giltig/],
    [['a@b.example', 'A@b.example'], '422 Samma adress står två gånger'],
    [
      Array.from({ length: REPLY_COPIES_MAX + 1 }, (_, n) => `a${n}@b.example`),
      `422 Högst ${REPLY_COPIES_MAX} kan få kopia`,
    ],
    [['support+1.0a1b2c3d4e5f@nordnat.example'], new RegExp(`${OWN_MAILBOX}$`)],
    [['Support@nordnat.example'], new RegExp(`${OWN_MAILBOX}$`)],
  ])('to %j are refused', async (cc, expected) => {
    const refused = await refusal(reply(await received(), { cc }))
    if (typeof expected === 'string') expect(refused).toBe(expected)
    else expect(refused).toMatch(expected)
  })

  test('the other recipients of the sender’s newest mail are offered, and forgotten with the enquiry', async () => {
    const headers = ['Cc: Karin Ek <karin@okand.example>, support@nordnat.example, Anna <anna@nordnat.example>']
    await s.q('update auth.users set email = $1 where id = $2', 'anna@nordnat.example', s.anna.userId)
    expect(await s.write({ from: 'Sofia <sofia@okand.example>', headers, authentication: 'none' })).toBe('enquiry')
    const [{ id }] = (await s.q('select id from enquiries where org_id = $1', s.orgId)) as [{ id: string }]
    expect((await get(id)).alsoGot).toEqual([{ name: 'Karin Ek', address: 'karin@okand.example' }])
    await call(s.admin)(enquiries.remove, { params: { id } })
    expect(await s.q('select recipients from mail_messages where org_id = $1', s.orgId)).toEqual([{ recipients: [] }])
  })
})

describe('a forwarded enquiry', () => {
  test('is recorded, and its sender still waits for an answer', async () => {
    const id = await received()
    await forward(id, { to: 'Lo@Kollega.example', note: ' Kan du ta det? ' })
    expect((await get(id)).forwards).toMatchObject([
      { author: { fullName: 'Anna Berg' }, sentTo: 'Lo@Kollega.example', note: 'Kan du ta det?' },
    ])
    const { rows } = await call()(toDo.list, { query: {} })
    expect(rows).toMatchObject([{ id, unansweredSince: expect.any(String) }])
    expect(await get(id)).toMatchObject({ replies: [], doneAt: null })
  })

  test('goes to no mailbox that is read here, and not while it is suspected spam', async () => {
    expect(await refusal(forward(await received(), { to: 'support+x@nordnat.example' }))).toBe(
      `422 support+x@nordnat.example: ${OWN_MAILBOX}`,
    )
    expect(await refusal(forward(await received({ isSuspect: true }), { to: 'lo@kollega.example' }))).toBe(
      `422 ${SUSPECT_NOT_FORWARDED}`,
    )
    expect(await refusal(forward(await received(), { to: 'lo@kollega.example\nBcc: x@y.example' }))).toMatch(
      /^422 .* är ingen giltig e-postadress$/,
    )
  })
})

test('staff see who else has the enquiry open, until the presence entry is deleted', async () => {
  const params = { id: await received() }
  const renew = (person: Person) => call(person)(enquiries.renewPresence, { params })
  expect(await renew(s.anna)).toEqual({ others: [] })
  expect(await renew(s.admin)).toMatchObject({ others: [{ fullName: 'Anna Berg' }] })
  await call(s.anna)(enquiries.endPresence, { params })
  expect(await renew(s.admin)).toEqual({ others: [] })
})
