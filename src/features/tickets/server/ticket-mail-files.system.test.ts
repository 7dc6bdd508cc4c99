// Files of public comments in mail: recipients without a login get them attached, others get a link to the ticket.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAIL_FILES_MAX_BYTES } from '#features/files/files.contract.ts'
import { aPng } from '#features/files/testing/sample-pictures.ts'
import { anUploadedFile } from '#features/files/testing/upload.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { type MailHarness, type MailScenario, startMailHarness } from '../testing/mail-scenario.ts'
import { tickets } from '../tickets.contract.ts'
import { ticketMail } from './ticket-mail.ts'

const CONTACT = 'kassan@kajen.example.se'

let mailHarness: MailHarness
let s: MailScenario
beforeAll(async () => {
  mailHarness = await startMailHarness()
})
beforeEach(async () => {
  s = await mailHarness.aScenario()
  const id = uuidv7()
  await mailHarness.q(
    'insert into contacts (org_id, customer_id, id, name, email) values ($1, $2, $3, $4, $4)',
    ...[s.orgId, s.customer.id, id, CONTACT],
  )
  await mailHarness.q(
    'insert into ticket_watchers (org_id, customer_id, ticket_id, contact_id) values ($1, $2, $3, $4)',
    ...[s.orgId, s.customer.id, s.ticketId, id],
  )
  mailHarness.mails.length = 0
})
afterAll(() => mailHarness.stop())

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const send = async (content: Buffer, name: string) =>
  (await anUploadedFile(mailHarness.h, s.anna, 'attachment', content, name)).id
const answer = (fileIds: string[], isInternal = false) =>
  mailHarness.h.as(s.anna).call(tickets.comment, {
    params: { id: s.ticketId },
    body: { comment: 'Så här ser det ut.', fileIds, isInternal },
  })

/** The text and the attachments of the mail to an address. */
async function mailTo(address: string) {
  await mailHarness.settled()
  const raw = mailHarness.mails.find(({ to }) => to.includes(address))?.raw ?? ''
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1]
  const parts = (boundary ? raw.split(`--${boundary}`).slice(1, -1) : [raw]).map((part) => {
    const [head = '', ...rest] = part.trim().split('\r\n\r\n')
    const body = rest.join('\r\n\r\n')
    const content = /base64/i.test(head)
      ? Buffer.from(body, 'base64')
      : Buffer.from(
          body
            .replaceAll('=\r\n', '')
            .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        )
    return { head, content }
  })
  const [text, ...files] = parts
  return { text: text?.content.toString() ?? '', files }
}

test('recipients without a login get the file unchanged, others a mention of it', async () => {
  const picture = await aPng(200, 100)
  await answer([await send(picture, 'Skärmbild.png'), await send(Buffer.from('rad 1'), 'logg.html')])
  const { text, files } = await mailTo(CONTACT)
  expect(text).toContain('Så här ser det ut.')
  expect(text).toContain('Bifogat: Skärmbild.png och logg.html')
  expect(files.map(({ content }) => sha256(content))).toEqual([sha256(picture), sha256(Buffer.from('rad 1'))])
  expect(files.map(({ head }) => /content-type: ([^;\s]+)/i.exec(head)?.[1])).toEqual([
    'image/png',
    'application/octet-stream',
  ])
  for (const { head } of files) expect(head).toMatch(/content-disposition: attachment/i)

  const login = await mailTo(s.kim.email)
  expect(login.files).toEqual([])
  expect(login.text).toContain('Bifogat: Skärmbild.png och logg.html')
  expect(login.text).toContain(`/customer-portal/tickets/${s.ticketId}`)
})

test('files that are too large together stay in the ticket, and the mail says so', async () => {
  const half = randomBytes(MAIL_FILES_MAX_BYTES / 2)
  await answer([await send(half, 'ett.zip'), await send(Buffer.concat([half, Buffer.from('.')]), 'två.zip')])
  const { text, files } = await mailTo(CONTACT)
  expect(files).toEqual([])
  expect(text).toContain(
    'För stort för ett mejl: ett.zip och två.zip. Det ligger i ärendet hos oss. Hör av dig, så får du det på annat sätt.',
  )
  expect(text).not.toContain('Bifogat')
})

describe('files without a verdict of the virus scanner', () => {
  const events = async () =>
    (await mailHarness.q(`select run_at > now() as is_later from ${queuedJobs} where task = 'ticket-mail'`)).rows
  const setState = (state: string, finding: string | null = null) =>
    mailHarness.q(
      `set session_replication_role = replica; update files set state = '${state}',
       finding = ${finding === null ? 'null' : `'${finding}'`} where ticket_id = '${s.ticketId}'; set session_replication_role = origin`,
    )
  /** Sends an answer with a file in this state, some minutes ago, and processes its mail now. */
  async function answered(state: string, minutes: number, finding: string | null = null) {
    const file = await send(Buffer.from('rad 1'), 'logg.txt')
    const payload = await mailHarness.as(s.anna, async (db) => {
      const id = uuidv7()
      await s.insertComment(db, { id, userId: s.anna.userId, comment: 'Se filen', isInternal: false })
      await db
        .updateTable('files')
        .set({ ticketId: s.ticketId, customerId: s.customer.id, commentId: id, attachedAt: new Date().toISOString() })
        .where('id', '=', file)
        .execute()
      return { orgId: s.orgId, about: 'comment' as const, id }
    })
    await setState(state, finding)
    const now = () => new Date(Date.now() + minutes * 60_000)
    await ticketMail({ database: mailHarness.h.database, now })(payload)
    return payload
  }

  test('delay the mail by at most 15 minutes', async () => {
    await answered('checking', 14)
    expect(await events()).toEqual([{ is_later: true }])
    expect(mailHarness.mails).toEqual([])
    await mailHarness.q(deleteQueuedJobs)
  })

  test.each([
    ['checking', null, 'Kontrolleras för skadlig kod: logg.txt. Det ligger i ärendet hos oss.'],
    ['unchecked', null, 'Kunde inte kontrolleras för skadlig kod: logg.txt. Det ligger i ärendet hos oss.'],
    ['infected', 'Eicar', 'Innehöll skadlig kod och är borttaget: logg.txt.'],
  ])('are not attached, and the mail says so: %s', async (state, finding, sentence) => {
    await answered(state, 16, finding)
    const { text, files } = await mailTo(CONTACT)
    expect(text.replace(/\s+/g, ' ')).toContain(sentence)
    expect(files).toEqual([])
  })
})

test('A-373: an internal comment’s file is in no mail, even beside a public comment', async () => {
  const secret = Buffer.from('kanarie-intern-fil')
  await answer([await send(secret, 'kanarie.txt')], true)
  await answer([])
  await mailHarness.settled()
  expect(mailHarness.mails.length).toBeGreaterThan(0)
  for (const { raw } of mailHarness.mails) {
    expect(raw).not.toContain('kanarie')
    expect(raw).not.toContain(secret.toString('base64'))
  }
})
