// How staff are notified when the mail server accepts no outgoing mail.
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { menuCounts } from '#features/inbox/menu-counts.contract.ts'
import { openStream, untilBegun } from '#platform/live/testing/stream.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { aMailServer } from '#platform/mail/testing/mail-server.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { settings } from '#screens/settings/settings.contract.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let technician: Person
let admin: Person
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  admin = await h.anAdmin({ orgId })
})
beforeEach(() => h.test.superuser.query('delete from mail_outage'))
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step()
})
afterAll(() => h.stop())

/** A new mailer, as in another process: the outage is stored in the database. */
const mailerAt = (smtpUrl?: string) =>
  openMailer({
    smtpUrl,
    from: 'svar@nordnat.se',
    database: h.database,
    threads: threadsOfTests,
    warn: () => undefined,
  })
const mailTo = (to: string) => ({ orgId: null, to, subject: 'Hej', text: 'Hej!' })
const refused = (smtpUrl: string, to = 'kim@kund.example') =>
  expect(mailerAt(smtpUrl).send(mailTo(to))).rejects.toThrow('not accepted')
const outage = async () => (await h.as(technician).call(menuCounts.get, {})).mail.outage

async function aServer(options: ConstructorParameters<typeof SMTPServer>[0]) {
  const server = new SMTPServer({ disabledCommands: ['STARTTLS'], ...options })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return (server.server.address() as { port: number }).port
}
const refuse = (responseCode: number) => Object.assign(new Error('no'), { responseCode })

test('a server unreachable three times is an outage in every process until it accepts a mail', async () => {
  const url = 'smtp://127.0.0.1:1'
  await refused(url)
  await refused(url)
  expect(await outage()).toBeNull()
  await refused(url)
  expect(await outage()).toEqual({ reason: 'unreachable', since: expect.any(String) })
  expect((await h.as(admin).call(settings.mail, { query: {} })).outage).toMatchObject({ reason: 'unreachable' })
  const server = await aMailServer()
  cleanups.push(server.stop)
  await mailerAt(server.url).send(mailTo('kim@kund.example'))
  expect(await outage()).toBeNull()
})

test('a refused sign-in is an outage at once, until mail is stored locally instead', async () => {
  const port = await aServer({ allowInsecureAuth: true, onAuth: (_auth, _session, done) => done(refuse(535)) })
  await refused(`smtp://svar:fel@127.0.0.1:${port}`)
  expect(await outage()).toMatchObject({ reason: 'sign_in' })
  await mailerAt().send({ ...mailTo('kim@kund.example'), orgId: admin.orgId })
  expect(await outage()).toBeNull()
})

test('one unknown recipient is never an outage, but three different ones in a row are', async () => {
  const port = await aServer({ authOptional: true, onRcptTo: (_address, _session, done) => done(refuse(550)) })
  const url = `smtp://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 5; attempt++) await refused(url, 'borta@kund.example')
  await refused(url, 'BORTA@kund.example')
  await refused(url, 'ocksa.borta@kund.example')
  expect(await outage()).toBeNull()
  await refused(url, 'kim@kund.example')
  expect(await outage()).toMatchObject({ reason: 'recipients' })
  const { rows } = await h.test.superuser.query('select * from mail_outage')
  expect(JSON.stringify(rows)).not.toContain('kund.example')
})

test.each([
  ['a recipient', { onRcptTo: (_address, _session, done) => done(refuse(451)) }],
  ['a sender', { onMailFrom: (_address, _session, done) => done(refuse(450)) }],
] satisfies [string, SMTPServerOptions][])(
  '%s that is temporarily refused is an outage once that lasts',
  async (_what, options) => {
    const url = `smtp://127.0.0.1:${await aServer({ authOptional: true, ...options })}`
    const quarterLater = () => h.test.superuser.query(`update mail_outage set since = since - interval '16 minutes'`)
    for (const name of ['a', 'b', 'c', 'd']) await refused(url, `${name}@kund.example`)
    expect(await outage()).toBeNull()
    await quarterLater()
    await refused(url, 'a@kund.example')
    expect(await outage()).toMatchObject({ reason: 'later' })
    await h.test.superuser.query('delete from mail_outage')
    for (let attempt = 0; attempt < 5; attempt++) await refused(url, 'en.enda@kund.example')
    await quarterLater()
    await refused(url, 'en.enda@kund.example')
    expect(await outage()).toBeNull()
  },
)

test('an outage of another kind begins with its own first refusal', async () => {
  let code = 550
  const port = await aServer({ authOptional: true, onRcptTo: (_address, _session, done) => done(refuse(code)) })
  const url = `smtp://127.0.0.1:${port}`
  await refused(url, 'borta@kund.example')
  await h.test.superuser.query(`update mail_outage set since = since - interval '1 day'`)
  code = 451
  for (const name of ['a', 'b', 'c', 'd']) await refused(url, `${name}@kund.example`)
  expect(await outage()).toBeNull()
})

test('a permanently refused sender is an outage at once', async () => {
  const port = await aServer({ authOptional: true, onMailFrom: (_address, _session, done) => done(refuse(550)) })
  for (let attempt = 0; attempt < 3; attempt++) await refused(`smtp://127.0.0.1:${port}`)
  expect(await outage()).toMatchObject({ reason: 'sender' })
})

test('open screens get an event when an outage begins and ends', async () => {
  const address = await h.app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await openStream(`${address}/api/live`, technician)
  cleanups.push(() => stream.close())
  await untilBegun([stream])
  for (let attempt = 0; attempt < 3; attempt++) await refused('smtp://127.0.0.1:1')
  await until(() => expect(stream.events).toContainEqual({ about: 'mail-alarm' }))
  stream.events.length = 0
  await mailerAt().send({ ...mailTo('kim@kund.example'), orgId: admin.orgId })
  await until(() => expect(stream.events).toContainEqual({ about: 'mail-alarm' }))
})

test('concurrent refusals in two processes are all counted', async () => {
  await Promise.all([1, 2, 3].map(() => refused('smtp://127.0.0.1:1')))
  expect(await outage()).toMatchObject({ reason: 'unreachable' })
})
