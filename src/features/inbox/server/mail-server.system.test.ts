// Administrators enter the mail server under Inställningar. Everything is sent to real SMTP servers.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeVaultKey, unseal } from '#features/vault/server/envelope.ts'
import { guardOfTests } from '#platform/http/testing/guard-of-tests.ts'
import { aCertificate } from '#platform/mail/testing/certificate.ts'
import { aMailServer, type MailServer } from '#platform/mail/testing/mail-server.ts'
import { settings } from '#screens/settings/settings.contract.ts'
import { aVaultKey, type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { mailServer } from '../mail-server.contract.ts'
import { menuCounts } from '../menu-counts.contract.ts'
import { rotateServerSecrets } from './rotate-secrets.queries.ts'
import { rowOfServerSecret } from './secret-row.ts'

const PASSWORD = 'gröna lyktor'
const SENDER = 'support@nordnat.example'

let h: Harness
let admin: Person
let technician: Person
let server: MailServer
beforeAll(async () => {
  server = await aMailServer({
    takesPassword: (user, password) => user === 'support' && password === PASSWORD,
    sender: SENDER,
  })
  h = await startHarness({ guard: guardOfTests({ allow: '127.0.0.1,localhost', greetingMs: 1_000 }) })
  const { id: orgId } = await h.anOrganization('Nordnät AB')
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
})
afterEach(async () => {
  server.mails.length = 0
  await h.test.superuser.query('delete from mail_servers; delete from mail_outage; delete from stored_mail')
})
afterAll(async () => {
  await server.stop()
  await h.stop()
})

const form = () => ({
  host: '127.0.0.1',
  port: server.port,
  tls: 'none' as const,
  login: 'support',
  secret: PASSWORD,
  fromAddress: SENDER,
  fromName: '',
})
const save = (more: object = {}, version = 0) =>
  h.as(admin).call(mailServer.change, { body: { ...form(), ...more, version } })
const tryIt = (more: object = {}) => h.as(admin).call(mailServer.try, { body: { ...form(), ...more } })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ status, fields }: { status: number; fields?: object }) => ({ status, fields }),
  )
const sendTestMail = () => h.as(admin).call(settings.sendTestMail, {})
const isSending = async () => (await h.as(technician).call(menuCounts.get, {})).mail.isSending

test('mail goes out with a saved server at once, under the company’s name, and is stored again when it is removed', async () => {
  expect(await isSending()).toBe(false)
  expect(await save()).toMatchObject({ host: '127.0.0.1', login: 'support', version: 1 })
  expect(await isSending()).toBe(true)
  expect(await sendTestMail()).toEqual({ isSent: true })
  expect(server.mails.map(({ from, to }) => [from, to])).toEqual([[SENDER, [admin.email]]])
  expect(server.mails[0]?.header('from')).toContain(`<${SENDER}>`)
  expect(server.mails[0]?.raw).toMatch(/^From: =\?UTF-8\?Q\?Nordn=C3=A4t_AB\?=/m)
  await h.as(admin).call(mailServer.remove, {})
  expect([await isSending(), await sendTestMail()]).toEqual([false, { isSent: false }])
  expect(server.mails).toHaveLength(1)
})

test('another process sends with the server without a restart', async () => {
  const other = await startHarness({ on: h.test, tokens: h.tokens, guard: guardOfTests() })
  try {
    await save({ fromName: 'Support' })
    expect(await other.as(admin).call(settings.sendTestMail, {})).toEqual({ isSent: true })
    expect(server.mails[0]?.header('from')).toBe(`Support <${SENDER}>`)
  } finally {
    await other.stop()
  }
})

test('a trial sends a mail with what the form contains, and stores nothing', async () => {
  await tryIt()
  expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([[[admin.email], 'Provmejl från Stödpunkt']])
  expect(await isSending()).toBe(false)
})

describe('a server that cannot be used is refused at its field, and nothing is stored:', () => {
  test.each([
    ['a wrong password', { secret: 'fel' }, 'secret', /godtog inte användarnamnet eller lösenordet \(kod 535\)/],
    ['a server that does not answer', { port: 1 }, 'host', /svarar inte på port 1\. Kontrollera/],
    ['TLS at a server without it', { tls: 'tls' }, 'tls', /Välj STARTTLS/],
    ['STARTTLS at a server without it', { tls: 'starttls' }, 'tls', /erbjuder inte STARTTLS/],
    ['no password', { secret: '' }, 'secret', /^Ange lösenordet$/],
    ['a password without a login', { login: '' }, 'login', /^Ange användarnamnet$/],
    [
      'an unencrypted connection to another machine',
      { tls: 'none', host: 'smtp.example.se' },
      'tls',
      /Välj kryptering/,
    ],
    ['a port that is not of mail', { tls: 'tls', host: 'smtp.example.se', port: 5432 }, 'port', /465, 587 eller 25/],
    ['an invalid sender', { fromAddress: 'support' }, 'fromAddress', /giltig/],
  ])('%s', async (_name, fields, field, text) => {
    expect(await refusal(save(fields))).toEqual({ status: 422, fields: { [field]: expect.stringMatching(text) } })
    expect(await refusal(tryIt(fields))).toEqual({ status: 422, fields: { [field]: expect.stringMatching(text) } })
    expect((await h.as(admin).call(mailServer.get, {})).version).toBe(0)
  })
})

test('a trial tells that the sender is refused, and that the server requires a sign-in', async () => {
  expect(await refusal(tryIt({ fromAddress: 'annan@nordnat.example' }))).toEqual({
    status: 422,
    fields: { fromAddress: expect.stringContaining('låter inte support skicka från annan@nordnat.example') },
  })
  expect(await refusal(tryIt({ login: '', secret: '' }))).toMatchObject({
    fields: { login: expect.stringContaining('kräver inloggning') },
  })
})

test.each([
  ['tls', true],
  ['starttls', false],
] as const)('a certificate that is not trusted is refused with %s', async (tls, isImplicit) => {
  const encrypted = await aMailServer({ certificate: { ...aCertificate('localhost'), isImplicit } })
  try {
    const { port } = encrypted
    expect(await refusal(save({ host: 'localhost', port, tls, login: '', secret: '' }))).toEqual({
      status: 422,
      fields: { host: expect.stringContaining('Certifikatet från localhost går inte att lita på') },
    })
  } finally {
    await encrypted.stop()
  }
})

test('A-400: the password is encrypted, in no response or log, and sent to no other server than its own', async () => {
  await save()
  const { rows } = await h.test.superuser.query(
    'select to_jsonb(s) as server, (select jsonb_agg(a) from audit_log a) as log from mail_servers s',
  )
  expect(JSON.stringify([rows, await h.as(admin).call(mailServer.get, {})])).not.toContain(PASSWORD)
  const again = { status: 422, fields: { secret: expect.stringContaining('igen') } }
  for (const elsewhere of [{ port: server.port + 1 }, { login: 'annan' }, { host: 'localhost' }]) {
    expect(await refusal(save({ ...elsewhere, secret: '' }, 1))).toEqual(again)
    expect(await refusal(tryIt({ ...elsewhere, secret: '' }))).toEqual(again)
  }
  await tryIt({ secret: '' })
  expect(await save({ secret: '', fromName: 'Support' }, 1)).toMatchObject({ fromName: 'Support', version: 2 })
  expect(await refusal(save({ secret: '' }, 1))).toMatchObject({ status: 409 })
})

test('only administrators of the organization see and change it', async () => {
  await save()
  const other = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
  expect(await h.as(other).call(mailServer.get, {})).toMatchObject({ version: 0, host: '' })
  expect(await refusal(h.as(other).call(mailServer.remove, {}))).toMatchObject({ status: 404 })
  expect(await refusal(h.as(technician).call(mailServer.get, {}))).toMatchObject({ status: 403 })
  expect(await refusal(h.as(technician).call(mailServer.remove, {}))).toMatchObject({ status: 403 })
  expect((await h.as(other).call(menuCounts.get, {})).mail.isSending).toBe(false)
})

test('a server of the environment is shown instead, and cannot be changed', async () => {
  const sending = await startHarness({ smtpUrl: server.url })
  try {
    const boss = await sending.anAdmin({ orgId: (await sending.anOrganization()).id })
    expect((await sending.as(boss).call(mailServer.get, {})).environment).toMatchObject({ host: expect.any(String) })
    expect(await refusal(sending.as(boss).call(mailServer.change, { body: { ...form(), version: 0 } }))).toMatchObject({
      status: 422,
    })
  } finally {
    await sending.stop()
  }
})

test('an outage of the server is shown in its organization alone, until its settings change', async () => {
  await save()
  await h.test.superuser.query(`update mail_servers set port = 1`)
  const alarm = async (person: Person) => (await h.as(person).call(menuCounts.get, {})).mail.outage
  const other = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id })
  for (let count = 0; count < 3; count++) expect(await refusal(sendTestMail())).toMatchObject({ status: 502 })
  expect([await alarm(technician), await alarm(other)]).toEqual([
    { since: expect.any(String), reason: 'unreachable' },
    null,
  ])
  await save({}, 1)
  expect(await alarm(technician)).toBeNull()
})

test('vault:rotate encrypts the password with the new key; without its key an administrator enters it again', async () => {
  await save()
  const key = makeVaultKey()
  await h.test.superuser.query('insert into vault_keys (id) values ($1)', [key.id])
  expect(await rotateServerSecrets(h.database, [key, aVaultKey])).toEqual({ done: 1, unreadable: 0 })
  const { rows } = await h.test.superuser.query('select org_id, secret, key_id from mail_servers')
  expect(rows[0].key_id).toBe(key.id)
  expect(unseal({ keyId: key.id, envelope: rows[0].secret }, rowOfServerSecret(rows[0].org_id), key.key)).toBe(PASSWORD)
  expect(await refusal(tryIt({ secret: '' }))).toMatchObject({
    fields: { secret: expect.stringContaining('nyckeln till valvet saknas') },
  })
})
