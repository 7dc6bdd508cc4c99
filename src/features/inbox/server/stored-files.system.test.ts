// The attachments of a mail are files of the comment, ticket or enquiry that it becomes.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  ANONYMOUS_BYTES_PER_DAY,
  ANONYMOUS_FILE_MAX_BYTES,
  ATTACHED_FILES_MAX,
  files as filesContract,
} from '#features/files/files.contract.ts'
import { aPng } from '#features/files/testing/sample-pictures.ts'
import { COMMENT_MAX } from '#features/tickets/ticket-comments.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { enquiries } from '../enquiries.contract.ts'
import { aMailWithFiles } from '../testing/mail-with-files.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'

let h: Harness
let s: MailboxScenario
let picture: Buffer
beforeAll(async () => {
  h = await startHarness()
  picture = await aPng(400, 300)
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
})
afterAll(() => h.stop())

const KIM = () => `Kim <${s.kim.email}>`
const pdf = (text: string) => Buffer.from(`%PDF-1.4\n${text}`)
const thread = (id: string) => h.as(s.anna).call(tickets.thread, { params: { id } })
const commentsOf = async (id: string) =>
  (await thread(id)).flatMap((entry) => (entry.kind === 'comment' ? [entry] : []))
const stored = () =>
  s.q(
    `select f.name, f.type, f.mail_sender as sender, f.is_internal as internal, sha256(string_agg(c.content, '' order by c.position)) = f.sha256 as whole
     from files f join file_chunks c on c.org_id = f.org_id and c.file_id = f.id and c.variant = 'original'
     where f.org_id = $1 group by f.org_id, f.id order by f.id`,
    s.orgId,
  )
const attachmentOutcomes = async () =>
  (await s.q('select attachments from mail_messages where org_id = $1 order by created_at, uid', s.orgId)).flatMap(
    ({ attachments }) =>
      (attachments as { name: string; outcome: string }[]).map(({ name, outcome }) => [name, outcome]),
  )
const usage = async () => {
  const [used] = await s.q(
    `select u.bytes = (select coalesce(sum(octet_length(content)), 0) from file_chunks where org_id = $1) as counted,
       anonymous_bytes::int as anonymous from file_usage u where org_id = $1`,
    s.orgId,
  )
  return used
}

describe('an answer with files', () => {
  test('has them as files of the comment, for staff and in the portal, with a preview of a picture', async () => {
    const ticket = await s.aTicket()
    const files = [
      { name: 'skärm.png', type: 'image/png', content: picture },
      { name: 'avtal.pdf', type: 'application/pdf', content: pdf('x'.repeat(600_000)) },
    ]
    const headers = [`In-Reply-To: ${ticket.sent(s.kim.email)}`]
    expect(await s.arrive(aMailWithFiles({ from: KIM(), text: 'Se bilden.', headers, files }))).toBe('comment')
    const [comment] = await commentsOf(ticket.id)
    expect(comment).toMatchObject({
      comment: 'Se bilden.',
      files: [
        { name: 'skärm.png', type: 'image/png', bytes: picture.length, preview: { width: 400, height: 300 } },
        { name: 'avtal.pdf', type: 'application/pdf', preview: null },
      ],
    })
    const entries = await h.as(s.kim).call(portal.thread, { params: { id: ticket.id } })
    expect(entries.find(({ kind }) => kind === 'comment')).toMatchObject({
      files: [{ name: 'skärm.png' }, { name: 'avtal.pdf' }],
    })
    expect((await stored()).map(({ whole }) => whole)).toEqual([true, true])
    expect(await usage()).toEqual({ counted: true, anonymous: 0 })
  })

  test('in which a person forwards a delivery report has its picture', async () => {
    const ticket = await s.aTicket()
    const headers = [`In-Reply-To: ${ticket.sent(s.kim.email)}`]
    const report = Buffer.from('Final-Recipient: rfc822; lo@kajen.example\r\nAction: failed\r\nStatus: 5.1.1\r\n')
    const files = [
      { name: 'rapport.txt', type: 'message/delivery-status', content: report },
      { name: 'skärm.png', type: 'image/png', content: picture },
    ]
    expect(await s.arrive(aMailWithFiles({ from: KIM(), text: 'Se bilden.', headers, files }))).toBe('comment')
    const [comment] = await commentsOf(ticket.id)
    expect(comment?.files.map(({ name }) => name)).toContain('skärm.png')
  })

  test('A-401: of staff is internal with its files; the customer sees neither', async () => {
    const ticket = await s.aTicket()
    const headers = [`In-Reply-To: ${ticket.sent(s.anna.email)}`]
    const files = [{ name: 'nyckel.pdf', content: pdf('hemligt') }]
    const raw = aMailWithFiles({ from: s.anna.email, text: 'Bara till oss.', headers, files })
    expect(await s.arrive(raw)).toBe('internal_comment')
    const [comment] = await commentsOf(ticket.id)
    expect(comment).toMatchObject({ isInternal: true, files: [{ name: 'nyckel.pdf' }] })
    const entries = await h.as(s.kim).call(portal.thread, { params: { id: ticket.id } })
    expect(JSON.stringify(entries)).not.toContain('nyckel')
    const id = comment?.files[0]?.id ?? ''
    await expect(h.as(s.kim).call(filesContract.download, { params: { id } })).rejects.toMatchObject({ status: 404 })
  })

  test('stores ten, attached ones first, and a picture that the ticket already has only once', async () => {
    const ticket = await s.aTicket()
    const headers = [`In-Reply-To: ${ticket.sent(s.kim.email)}`]
    const logo = { name: 'logotyp.png', content: picture, isInline: true }
    const first = aMailWithFiles({ from: KIM(), text: 'Ett.', headers, files: [logo] })
    expect(await s.arrive(first)).toBe('comment')
    const many = Array.from({ length: ATTACHED_FILES_MAX }, (_, at) => ({ name: `${at}.pdf`, content: pdf(`${at}`) }))
    const other = { name: 'annan.png', content: await aPng(30, 30), isInline: true }
    expect(await s.arrive(aMailWithFiles({ from: KIM(), text: 'Två.', headers, files: [logo, other, ...many] }))).toBe(
      'comment',
    )
    expect((await commentsOf(ticket.id)).map(({ files }) => files.length)).toEqual([1, ATTACHED_FILES_MAX])
    const outcomes = Object.fromEntries((await attachmentOutcomes()).slice(1))
    expect(outcomes).toMatchObject({ 'logotyp.png': 'known_picture', 'annan.png': 'too_many', '0.pdf': 'stored' })
  })

  test('and no text gets a text about them; names are stored without folders and direction marks', async () => {
    const ticket = await s.aTicket()
    const headers = [`In-Reply-To: ${ticket.sent(s.kim.email)}`]
    const files = [
      { name: '../../etc/\u202efdp.exe', content: pdf('x') },
      { name: 'tom.txt', content: Buffer.alloc(0) },
    ]
    expect(await s.arrive(aMailWithFiles({ from: KIM(), headers, files }))).toBe('comment')
    expect(await commentsOf(ticket.id)).toMatchObject([{ comment: 'Bifogade filer', files: [{ name: 'fdp.exe' }] }])
    expect(await attachmentOutcomes()).toContainEqual(['tom.txt', 'empty'])
  })

  test('that is read concurrently stores them once', async () => {
    const ticket = await s.aTicket()
    const headers = [`In-Reply-To: ${ticket.sent(s.kim.email)}`]
    const raw = aMailWithFiles({ from: KIM(), text: 'En gång.', headers, files: [{ name: 'a.png', content: picture }] })
    const placed = { uid: 9_001 }
    const outcomes = await Promise.all([1, 2, 3].map(() => s.arrive(raw, { placed })))
    expect(outcomes.sort()).toEqual(['comment', 'known', 'known'])
    expect(await stored()).toHaveLength(1)
    expect(await usage()).toEqual({ counted: true, anonymous: 0 })
  })
})

test('a file cannot be opened before the virus scanner has checked it, if there is one', async () => {
  const ticket = await s.aTicket()
  const file = { name: 'faktura.pdf', type: 'application/pdf', content: pdf('Faktura') }
  const raw = aMailWithFiles({
    from: KIM(),
    text: 'Se fakturan.',
    headers: [`In-Reply-To: ${ticket.sent(s.kim.email)}`],
    files: [file],
  })
  await s.arrive(raw, { checksFiles: true })
  expect((await commentsOf(ticket.id)).flatMap(({ files }) => files.map(({ state }) => state))).toEqual(['checking'])
})

test('a text longer than a comment is cut at a word and stored whole as a file', async () => {
  const ticket = await s.aTicket()
  const long = 'Nätet är nere igen. '.repeat(COMMENT_MAX / 10).trim()
  const headers = [`In-Reply-To: ${ticket.sent(s.kim.email)}`]
  expect(await s.write({ from: KIM(), text: long, headers })).toBe('comment')
  const [comment] = await commentsOf(ticket.id)
  expect(comment?.comment).toMatch(/(?:nere|igen\.|är|Nätet) … \(hela texten ligger som fil\)$/)
  expect(comment?.comment.length).toBeLessThanOrEqual(COMMENT_MAX)
  expect(comment?.files).toMatchObject([{ name: 'mejl.txt', type: 'text/plain' }])
  const [{ sha256 }] = (await s.q('select sha256 from files where org_id = $1', s.orgId)) as [{ sha256: Buffer }]
  expect(sha256.equals(createHash('sha256').update(long).digest())).toBe(true)
})

test('a new ticket has the files; those of an enquiry move to the ticket that is created from it', async () => {
  await s.aContact('lo@kajen.example')
  const files = [{ name: 'a.pdf', content: pdf('a') }]
  expect(await s.arrive(aMailWithFiles({ from: 'lo@kajen.example', text: 'Hjälp.', files }))).toBe('ticket')
  const [opened] = await s.q('select ticket_id, comment_id from files where org_id = $1', s.orgId)
  expect(opened).toEqual({ ticket_id: expect.any(String), comment_id: null })
  expect(
    await s.arrive(aMailWithFiles({ from: 'ny@okand.example', text: 'Offert?', files }), { authentication: 'none' }),
  ).toBe('enquiry')
  const { rows } = await h.as(s.anna).call(enquiries.list, { query: {} })
  const id = rows[0]?.id ?? ''
  const enquiry = await h.as(s.anna).call(enquiries.get, { params: { id } })
  expect(enquiry.files).toMatchObject([{ name: 'a.pdf' }])
  expect((await stored()).map(({ sender }) => sender)).toEqual(['known', 'stranger'])
})

describe('A-402: files of unknown senders', () => {
  const outsider = (name: string, content: Buffer) =>
    s.arrive(aMailWithFiles({ from: 'ny@okand.example', text: name, files: [{ name, content }] }), {
      authentication: 'none',
    })

  test('are at most 10 MB each, and share the limit of the forms', async () => {
    expect(await outsider('stor.bin', Buffer.alloc(ANONYMOUS_FILE_MAX_BYTES + 1, 1))).toBe('enquiry')
    expect(await outsider('liten.bin', Buffer.alloc(1000, 1))).toBe('enquiry')
    expect(await attachmentOutcomes()).toEqual([
      ['stor.bin', 'too_large'],
      ['liten.bin', 'stored'],
    ])
    expect(await usage()).toEqual({ counted: true, anonymous: 1000 })
  })

  test('are left out when the daily limit or the quota is used up; those of known senders are stored', async () => {
    await s.q(
      `insert into file_usage (org_id, anonymous_bytes, anonymous_day) values ($1, $2, (now() at time zone business_time_zone())::date)`,
      ...[s.orgId, ANONYMOUS_BYTES_PER_DAY - 500],
    )
    expect(await outsider('för mycket.bin', Buffer.alloc(1000, 1))).toBe('enquiry')
    await s.q(`update file_usage set anonymous_bytes = 0, quota = 10 where org_id = $1`, s.orgId)
    expect(await outsider('fullt.bin', Buffer.alloc(1000, 1))).toBe('enquiry')
    await s.aContact('lo@kajen.example')
    const files = [{ name: 'vår.bin', content: Buffer.alloc(300_000, 1) }]
    expect(await s.arrive(aMailWithFiles({ from: 'lo@kajen.example', text: 'Hjälp.', files }))).toBe('ticket')
    expect(await attachmentOutcomes()).toEqual([
      ['för mycket.bin', 'no_room'],
      ['fullt.bin', 'no_room'],
      ['vår.bin', 'stored'],
    ])
    expect(await usage()).toEqual({ counted: true, anonymous: 0 })
  })
})

test('A-403: the database stores a file by mail only with what the same transaction wrote', async () => {
  const ticket = await s.aTicket()
  const headers = [`In-Reply-To: ${ticket.sent(s.kim.email)}`]
  await s.arrive(aMailWithFiles({ from: KIM(), text: 'x', headers, files: [{ name: 'a.pdf', content: pdf('a') }] }))
  const [file] = await s.q('select id, comment_id from files where org_id = $1', s.orgId)
  await s.write({ from: 'ny@okand.example', authentication: 'none' })
  const [enquiry] = await s.q('select id from enquiries where org_id = $1', s.orgId)
  const facts = `'known', false, 'x', 'text/plain', 1, sha256('x'), null, null, '{}', 1, 'ready'`
  const parents = [
    `'${file?.comment_id}', null, null`,
    `null, '${ticket.id}', null`,
    `null, null, '${enquiry?.id}'`,
    'null, null, null',
  ]
  for (const statement of [
    ...parents.map((parent) => `select store_mail_file('${s.orgId}', gen_random_uuid(), ${parent}, ${facts})`),
    `select store_mail_chunk('${s.orgId}', '${file?.id}', 'original', 1, 'x')`,
  ])
    expect(await codeAsJobs(statement), statement).toBe('42501')
  expect(await stored()).toHaveLength(1)
})

/** The error code of a statement in the role of the jobs, or 'done'. */
async function codeAsJobs(statement: string): Promise<string> {
  await s.q('begin')
  await s.q('set local role stodpunkt_jobs')
  const code = await s.q(statement).then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
  await s.q('rollback')
  return code
}
