// Sending with Microsoft 365: the token of an application, and XOAUTH2 with it at a real SMTP server.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkMail } from '#app/cli/doctor/reachability.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { aMailServer, type MailServer } from '#platform/mail/testing/mail-server.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { CLIENT_ID, CLIENT_SECRET, LOGIN, startMicrosoft, TENANT } from '../testing/microsoft.ts'

let h: Harness
let microsoft: Awaited<ReturnType<typeof startMicrosoft>>
let server: MailServer
const signIns: string[] = []

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  microsoft = await startMicrosoft()
  server = await aMailServer({
    takesToken: (user, token) => {
      signIns.push(user)
      return user === LOGIN && microsoft.isToken(token)
    },
  })
})
afterEach(async () => {
  await server.stop()
  await microsoft.stop()
  signIns.length = 0
})
afterAll(() => h.stop())

const urlOf = (user: string) => server.url.replace('smtp://', `smtp://${encodeURIComponent(user)}@`)
const application = (secret = CLIENT_SECRET) => ({
  tenant: TENANT,
  clientId: CLIENT_ID,
  secret,
  loginUrl: microsoft.loginUrl,
})
const aMailer = ({ user = LOGIN, secret = CLIENT_SECRET } = {}) =>
  openMailer({
    smtpUrl: urlOf(user),
    application: application(secret),
    from: LOGIN,
    database: h.database,
    threads: threadsOfTests,
    warn: () => undefined,
  })
const mail = { orgId: null, to: 'kim@kajen.example', subject: 'Hej', text: 'Hej' }

test('mail is sent with a token of the application, which is cached while it is valid', async () => {
  const mailer = aMailer()
  await mailer.send(mail)
  await mailer.send(mail)
  expect(server.mails.map(({ from, to }) => [from, to])).toEqual(Array(2).fill([LOGIN, ['kim@kajen.example']]))
  expect(microsoft.requests).toEqual([
    {
      grant_type: 'client_credentials',
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      scope: 'https://outlook.office365.com/.default',
      path: `/${TENANT}/oauth2/v2.0/token`,
      method: 'POST',
    },
  ])
  expect(signIns).toEqual([LOGIN, LOGIN])
})

test('a token that the mail server refuses is replaced at the next attempt', async () => {
  const mailer = aMailer()
  await mailer.send(mail)
  microsoft.revokeTokens()
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'EAUTH', mayBeAccepted: false })
  await mailer.send(mail)
  expect(server.mails).toHaveLength(2)
  expect(microsoft.requests).toHaveLength(2)
})

test('A-409: a refused application sends nothing, and errors do not contain its secret', async () => {
  for (const [mailer, code] of [
    [aMailer({ secret: 'fel hemlighet' }), 'TokenRefused'],
    [aMailer({ user: 'annan@nordnat.example' }), 'EAUTH'],
  ] as const) {
    const refused = await mailer.send(mail).catch((error: Error) => error)
    expect(refused).toMatchObject({ code, mayBeAccepted: false })
    expect(JSON.stringify([refused, String(refused)])).not.toContain('hemlig')
  }
  expect(server.mails).toEqual([])
  const { loginUrl } = microsoft
  await microsoft.stop()
  microsoft = { ...(await startMicrosoft()), loginUrl }
  await expect(aMailer().send(mail)).rejects.toMatchObject({ code: 'TokenUnreachable' })
})

test('A-409: a token is not sent unencrypted to another machine', async () => {
  await server.stop()
  // An address of this machine that counts as another one.
  server = await aMailServer({ host: '127.0.0.2', takesToken: (user) => Boolean(signIns.push(user)) })
  await expect(aMailer().send(mail)).rejects.toMatchObject({ code: 'ETLS' })
  expect(signIns).toEqual([])
})

test('the doctor distinguishes a refused application from one that may not send, and sends nothing', async () => {
  const check = (user: string, secret?: string) => checkMail(urlOf(user), application(secret))
  expect(await check(LOGIN)).toMatchObject({ state: 'fine', message: 'E-postservern svarar.' })
  expect((await check(LOGIN, 'fel')).message).toMatch(/^Microsoft godkände inte programmet/)
  expect((await check('annan@nordnat.example')).message).toMatch(/^Microsoft godkände programmet, men/)
  expect(server.mails).toEqual([])
})
