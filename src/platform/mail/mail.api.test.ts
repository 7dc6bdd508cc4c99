import { Readable } from 'node:stream'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { LINK, type Mail, openMailer } from './mail.ts'
import { deleteOldSentMail, findSentMail } from './sent-mail.ts'
import { aMailServer, type MailServer } from './testing/mail-server.ts'
import { threadsOfTests } from './testing/mail-threads.ts'

let server: MailServer
let t: TestDatabase
let database: Database
const orgId = uuidv7()
const userId = uuidv7()
beforeAll(async () => {
  server = await aMailServer()
  t = await aDatabase()
  database = openDatabase({ ...t.connection, max: 2 })
  await t.superuser.query(`insert into organizations (id, name) values ($1, 'Nordnät AB')`, [orgId])
  await t.superuser.query(`insert into auth.users (id, email) values ($1, 'anna@example.se')`, [userId])
})
afterAll(async () => {
  await server.stop()
  await database.close()
  await t.drop()
})

const from = 'Nordnät <no-reply@nordnat.se>'
const warnings: string[] = []
const aMailer = () =>
  openMailer({
    smtpUrl: server.url,
    from,
    database,
    threads: threadsOfTests,
    warn: (message) => warnings.push(message),
  })
const aMailerWithoutServer = () =>
  openMailer({ smtpUrl: undefined, from, database, threads: threadsOfTests, warn: (message) => warnings.push(message) })
const aMail = (values: Partial<Mail> = {}): Mail => ({
  orgId,
  to: 'anna@example.se',
  subject: 'x',
  text: 'x',
  ...values,
})

test('a mail is delivered unchanged, marked as auto-generated', async () => {
  const mailer = aMailer()
  await mailer.send(aMail({ subject: 'Välj ett nytt lösenord', text: 'Hej på dig, Åsa!\nhttps://x.se/a#b=c&d' }))
  const mail = server.mails.at(-1)
  expect(mail).toMatchObject({
    from: 'no-reply@nordnat.se',
    to: ['anna@example.se'],
    subject: 'Välj ett nytt lösenord',
  })
  expect(mail?.text).toContain('Hej på dig, Åsa!\nhttps://x.se/a#b=c&d')
  expect(mail?.header('auto-submitted')).toBe('auto-generated')
})

test('internationalized addresses are readable in a mail’s text and subject, but not in links', async () => {
  const address = 'orjan@xn--keri-poa.example'
  const text = `Du loggar in med ${address}.\nhttps://x.se/?email=${address}`
  await aMailer().send(aMail({ subject: `Kom inte fram till ${address}`, text }))
  expect(server.mails.at(-1)).toMatchObject({ subject: 'Kom inte fram till orjan@åkeri.example' })
  expect(server.mails.at(-1)?.text).toContain(`Du loggar in med orjan@åkeri.example.\nhttps://x.se/?email=${address}`)
})

test('a sender’s address without a name gets the company’s name; an existing name is unchanged', async () => {
  const mailer = (from: string) =>
    openMailer({ smtpUrl: server.url, from, database, threads: threadsOfTests, warn: () => undefined })
  await mailer('no-reply@nordnat.se').send(aMail())
  expect(server.mails.at(-1)).toMatchObject({ from: 'no-reply@nordnat.se' })
  expect(server.mails.at(-1)?.header('from')).toMatch(/^=\?UTF-8\?Q\?Nordn=C3=A4t_AB\?= <no-reply@nordnat\.se>$/)
  await mailer('Support <no-reply@nordnat.se>').send(aMail())
  expect(server.mails.at(-1)?.header('from')).toBe('Support <no-reply@nordnat.se>')
  await mailer('no-reply@nordnat.se').send(aMail({ orgId: null }))
  expect(server.mails.at(-1)?.header('from')).toBe('no-reply@nordnat.se')
})

test('mail of one conversation refers to its root, and its Message-ID proves the conversation and the recipient', async () => {
  const thread = { about: 'ticket', id: uuidv7() } as const
  await aMailer().send(aMail({ thread: { ...thread, event: 'comment-1' } }))
  const mail = server.mails.at(-1)
  const [id, ...references] = ['message-id', 'in-reply-to', 'references'].map((name) => mail?.header(name) ?? '')
  const root = threadsOfTests.rootOf(thread)
  expect(references).toEqual([root, root])
  const found = threadsOfTests.find(id ?? '')
  expect(found).toMatchObject(thread)
  expect(found?.wasSentTo('anna@example.se')).toBe(true)
})

test('the text of a conversation’s mail is stored with its Message-ID once the server has accepted it', async () => {
  const id = uuidv7()
  await t.superuser.query(
    `insert into enquiries (org_id, id, kind, name, email, message) values ($1, $2, 'contact', 'Kim', 'kim@example.se', 'Hej')`,
    [orgId, id],
  )
  const thread = { about: 'enquiry', id, event: 'reply-1' } as const
  await aMailer().send(aMail({ subject: 'Vi kommer', text: 'Hej Kim,\n\nVi kommer.\n', thread }))
  await aMailer().send(aMail({ text: 'Om något som är borttaget', thread: { ...thread, id: uuidv7() } }))
  const messageId = threadsOfTests.messageIdOf(thread, { event: 'reply-1', to: 'anna@example.se' })
  const { rows } = await t.superuser.query('select message_id, subject, text from sent_letters')
  const letter = { subject: 'Vi kommer', text: 'Hej Kim,\n\nVi kommer.\n' }
  expect(rows).toEqual([{ message_id: messageId, ...letter }])
  const found = (of: string) => database.as('jobs', (db) => findSentMail(db, of, messageId.toUpperCase()))
  expect([await found(orgId), await found(uuidv7())]).toEqual([letter, undefined])

  await t.superuser.query(`update sent_letters set sent_at = now() - interval '401 days'`)
  await database.as('jobs', deleteOldSentMail)
  expect(await found(orgId)).toBeUndefined()
})

test('a mail that a person wrote has no Auto-Submitted, so that out-of-office replies are sent', async () => {
  await aMailer().send(aMail({ autoSubmitted: 'no' }))
  expect(server.mails.at(-1)?.raw).not.toMatch(/^auto-submitted:/im)
  expect(server.mails.at(-1)?.from).toBe('no-reply@nordnat.se')
})

test('a receipt is auto-replied, begins its conversation and has a null return path, so that it cannot bounce', async () => {
  const thread = { about: 'enquiry', id: uuidv7() } as const
  await aMailer().send(aMail({ autoSubmitted: 'auto-replied', thread: { ...thread, event: 'receipt' } }))
  const mail = server.mails.at(-1)
  expect(mail).toMatchObject({ from: '', to: ['anna@example.se'] })
  expect(mail?.header('from')).toContain('<no-reply@nordnat.se>')
  expect(mail?.header('auto-submitted')).toBe('auto-replied')
  expect(mail?.header('message-id')).toBe(threadsOfTests.rootOf(thread))
  expect(mail?.raw).not.toMatch(/^references:/im)
})

test('a link is created when the mail is sent, and inserted verbatim', async () => {
  const mailer = aMailer()
  const make = async () => 'https://x.se/nytt#token=$&$1'
  await mailer.send(aMail({ text: `Välj:\n\n${LINK}\n`, link: { userId, purpose: 'recovery', make } }))
  expect(server.mails.at(-1)?.text).toContain('Välj:\n\nhttps://x.se/nytt#token=$&$1\n')
})

test('an address cannot inject headers or recipients', async () => {
  const mailer = aMailer()
  const count = server.mails.length
  for (const to of [
    'a@example.se\r\nBcc: evil@example.se',
    'a@example.se, evil@example.se',
    'evil@example.se <a@example.se>',
  ])
    await mailer.send(aMail({ to, subject: 'x\r\nBcc: evil@example.se' })).catch(() => undefined)
  for (const mail of server.mails.slice(count)) {
    expect(mail.to).not.toContain('evil@example.se')
    expect(mail.raw).not.toMatch(/^Bcc:/m)
  }
})

test('A-486: names of files that look like encoded words are not decoded', async () => {
  const file = { contentType: 'application/pdf', open: () => Readable.from(['x']) }
  await aMailer().send(aMail({ attachments: [{ ...file, filename: '=?utf-8?Q?faktura.exe?=.pdf' }] }))
  const { attachments } = await PostalMime.parse(server.mails.at(-1)?.raw ?? '')
  expect(attachments.map(({ filename }) => filename)).toEqual(['= ?utf-8?Q?faktura.exe?=.pdf'])
})

test('the error of a refused mail does not repeat the mail server’s message', async () => {
  const mailer = aMailer()
  await expect(mailer.send(aMail({ to: 'refused@example.se' }))).rejects.toThrow(
    /^The mail was not accepted: EENVELOPE 550$/,
  )
})

test('without a mail server a mail is saved with the placeholder of its link, and no link is created', async () => {
  const make = () => Promise.reject(new Error('a link was made'))
  await aMailerWithoutServer().send(
    aMail({ subject: 'Välkommen', text: `Hej!\n${LINK}`, link: { userId, purpose: 'invitation', make } }),
  )
  await aMailerWithoutServer().send(aMail({ subject: 'Svar', text: 'Hej!' }))
  const { rows } = await t.superuser.query(
    'select org_id, to_address, subject, body, link_for, link_purpose from stored_mail order by created_at',
  )
  const sent = { org_id: orgId, to_address: 'anna@example.se' }
  expect(rows).toEqual([
    { ...sent, subject: 'Välkommen', body: `Hej!\n${LINK}`, link_for: userId, link_purpose: 'invitation' },
    { ...sent, subject: 'Svar', body: 'Hej!', link_for: null, link_purpose: null },
  ])
  expect(warnings).toEqual([])
})

test('without a mail server a mail without an organization is not saved, and logged without its content', async () => {
  await aMailerWithoutServer().send(aMail({ orgId: null, text: 'token=abc' }))
  expect(warnings.splice(0)).toEqual(['there is no mail server: a mail was not sent'])
  const { rowCount } = await t.superuser.query(`select from stored_mail where body like '%abc%'`)
  expect(rowCount).toBe(0)
})
