import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startRelay } from '#platform/http/testing/relay.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { appUrl, type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { aBrowser, aTechnicianWithPassword, PASSWORD } from '../testing/sign-in.ts'
import { makeOneTimeLink } from './links.queries.ts'
import { makeLoginLink } from './login-link.ts'
import { authSchedule, authTasks } from './tasks.ts'

const NEXT = 'en helt annan fras'

let h: Harness
let mail: MailJobs
let orgId: string
const log: string[] = []

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization('Nordnät AB')).id
  const note = (text: string) => void log.push(text)
  mail = await startMailJobs(h, authTasks, { schedule: authSchedule, warn: note, log: note })
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterAll(async () => {
  await mail.stop()
  await h.stop()
})

const aPerson = () => aTechnicianWithPassword(h, orgId)
const tokenIn = (text: string) => /#token=([\w-]{43})&type=recovery$/m.exec(text)?.[1] ?? ''
const recover = (email: unknown, headers: Record<string, string> = {}) =>
  h.app.inject({ method: 'POST', url: '/auth/v1/recover', payload: { email }, headers })
const linkFor = (person: Person, purpose: 'recovery' | 'invitation' = 'recovery') =>
  h.database.as('auth', (db) => makeOneTimeLink(db, { appUrl, userId: person.userId, purpose }))
const redeem = (token: unknown) =>
  h.app.inject({ method: 'POST', url: '/auth/v1/verify', payload: { token_hash: token, type: 'recovery' } })
const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''

test('auth-js requests a recovery, the mail is sent, and its link sets a new password', async () => {
  const anna = await aPerson()
  const next = mail.next()
  const browser = aBrowser(h)
  expect((await browser.resetPasswordForEmail(anna.email)).error).toBeNull()
  const { to, text } = await next
  expect(to).toEqual([anna.email])
  expect(text).toContain(`${appUrl}/nytt-losenord#token=`)
  expect(text).toContain('hos Nordnät AB')

  const events: string[] = []
  browser.onAuthStateChange((event) => void events.push(event))
  const { error } = await browser.verifyOtp({ token_hash: tokenIn(text), type: 'recovery' })
  expect(error).toBeNull()
  expect(events).toContain('PASSWORD_RECOVERY')
  expect((await browser.updateUser({ password: NEXT })).error).toBeNull()
  const { data } = await aBrowser(h).signInWithPassword({ email: anna.email, password: NEXT })
  expect(data.user?.id).toBe(anna.userId)
})

test('A-04: whether a login exists is not revealed, and an unknown address gets no mail', async () => {
  const anna = await aPerson()
  const next = mail.next()
  const count = mail.mails.length
  const responses = [await recover('ingen@example.se'), await recover(anna.email)]
  expect(responses.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [200, '{}'],
    [200, '{}'],
  ])
  expect((await next).to).toEqual([anna.email])
  expect(mail.mails.slice(count).flatMap(({ to }) => to)).toEqual([anna.email])
})

test('repeated requests get the same response, and three mails per quarter of an hour', async () => {
  const anna = await aPerson()
  const responses = await Promise.all(Array.from({ length: 8 }, () => recover(anna.email)))
  expect(responses.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(8).fill([200, '{}']))
  const { rows } = await h.test.superuser.query(`select count from auth.attempts where key like 'recover:account:%'`)
  expect(rows).toEqual([{ count: 8 }])
  while (mail.mails.filter(({ to }) => to[0] === anna.email).length < 3) await mail.next()
  expect(mail.mails.filter(({ to }) => to[0] === anna.email)).toHaveLength(3)
})

test('A-12: an empty, blank or wrong token reveals nobody', async () => {
  await linkFor(await aPerson())
  for (const token of ['', ' ', null, [], 0, {}, '0', undefined]) expect((await redeem(token)).statusCode).toBe(422)
  for (const token of [' '.repeat(43), 'x'.repeat(43), '%'.repeat(43)])
    expect((await redeem(token)).statusCode).toBe(403)
  for (const email of ['', ' ', null, [], 0, {}]) expect((await recover(email)).statusCode).toBe(422)
  const other = await h.app.inject({
    method: 'POST',
    url: '/auth/v1/verify',
    payload: { token_hash: 'x'.repeat(43), type: 'magiclink' },
  })
  expect(other.statusCode).toBe(422)
})

test('A-13: a link works once, also when opened twice at the same time', async () => {
  const token = tokenOf(await linkFor(await aPerson()))
  const responses = await Promise.all(Array.from({ length: 5 }, () => redeem(token)))
  expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 403, 403, 403, 403])
  const used = await redeem(token)
  expect(used.json()).toMatchObject({
    code: 'otp_expired',
    message: 'Länken har redan använts eller gått ut. Be om en ny.',
  })
})

test('A-13: links are valid for an hour after a recovery, seven days after an invitation', async () => {
  for (const [purpose, valid, expired] of [
    ['recovery', '59 minutes', '60 minutes'],
    ['invitation', '167 hours', '168 hours'],
  ] as const) {
    const ageLinks = (interval: string) =>
      h.test.superuser.query(
        'update auth.one_time_tokens set expires_at = expires_at - $1::interval where used_at is null',
        [interval],
      )
    const young = tokenOf(await linkFor(await aPerson(), purpose))
    await ageLinks(valid)
    expect((await redeem(young)).statusCode).toBe(200)
    const old = tokenOf(await linkFor(await aPerson(), purpose))
    await ageLinks(expired)
    expect((await redeem(old)).statusCode).toBe(403)
  }
})

test('A-13: a newer link and a new password each void the older links', async () => {
  const anna = await aPerson()
  const first = tokenOf(await linkFor(anna))
  const second = tokenOf(await linkFor(anna))
  expect((await redeem(first)).statusCode).toBe(403)
  const browser = aBrowser(h)
  await browser.signInWithPassword({ email: anna.email, password: PASSWORD })
  expect((await browser.updateUser({ password: NEXT })).error).toBeNull()
  expect((await redeem(second)).statusCode).toBe(403)
})

test('A-13: the token is in the link only, not in the database or the log', async () => {
  const anna = await aPerson()
  const next = mail.next()
  await recover(anna.email)
  const token = tokenIn((await next).text)
  expect(token).toHaveLength(43)
  const tables = ['auth.one_time_tokens', 'audit_log', queuedJobs]
  for (const table of tables) {
    const { rows } = await h.test.superuser.query(`select * from ${table}`)
    expect(JSON.stringify(rows)).not.toContain(token)
    if (table !== 'audit_log') expect(JSON.stringify(rows)).not.toContain(anna.email)
  }
  expect(log.join('\n')).not.toContain(token)
  expect(log.join('\n')).not.toContain(anna.email)
})

test('A-14: the link has our own address whatever Host the request has', async () => {
  const anna = await aPerson()
  const next = mail.next()
  await recover(anna.email, {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    origin: 'https://evil.example',
  })
  const { raw, text } = await next
  expect(raw).not.toContain('evil')
  expect(text).toContain(`${appUrl}/nytt-losenord#`)
})

test('A-17: a disabled login gets no mail, and its link opens nothing', async () => {
  const anna = await aPerson()
  const token = tokenOf(await linkFor(anna))
  await h.test.superuser.query('update auth.users set disabled_at = now() where id = $1', [anna.userId])
  expect((await redeem(token)).statusCode).toBe(403)
  expect(await makeLoginLink(h.database, { appUrl, email: anna.email })).toBeUndefined()
})

test('an operator creates a link for a login by its address', async () => {
  const anna = await aPerson()
  const link = await makeLoginLink(h.database, { appUrl, email: ` ${anna.email.toUpperCase()} ` })
  expect((await redeem(tokenOf(link ?? ''))).json().user.id).toBe(anna.userId)
  expect(await makeLoginLink(h.database, { appUrl, email: 'ingen@example.se' })).toBeUndefined()
})

test('the nightly cleanup deletes expired rows and nothing else', async () => {
  const anna = await aPerson()
  await linkFor(anna)
  await h.test.superuser.query(`
    insert into auth.attempts (key, window_start) values ('old', now() - interval '2 days'), ('new', now());
    insert into auth.sessions (id, user_id, ended_at) values (gen_random_uuid(), '${anna.userId}', now() - interval '31 days')`)
  const cleanup = authTasks({
    database: h.database,
    mailer: openMailer({
      smtpUrl: undefined,
      from: 'x',
      database: h.database,
      threads: threadsOfTests,
      warn: () => undefined,
    }),
    appUrl,
  })
  await cleanup['sign-in-cleanup']?.({})
  const { rows } = await h.test.superuser.query(`select key from auth.attempts where key in ('old', 'new')`)
  expect(rows).toEqual([{ key: 'new' }])
  const sessions = await h.test.superuser.query('select id from auth.sessions where user_id = $1', [anna.userId])
  expect(sessions.rows).toEqual([{ id: anna.sessionId }])
})

test('A-264: a retried mail has the Message-ID of the first, and the links of both work', async () => {
  const anna = await aPerson()
  const relay = await startRelay({ port: Number(new URL(mail.url).port), host: '127.0.0.1' })
  const send = (smtpUrl: string) => {
    const { database } = h
    const mailer = openMailer({
      smtpUrl,
      from: 'Nordnät <no-reply@nordnat.se>',
      database,
      threads: threadsOfTests,
      warn: (text) => log.push(text),
    })
    return authTasks({ database, mailer, appUrl })['recovery-mail']?.({ userId: anna.userId }, { id: '1-again' })
  }
  const taken = mail.next()
  void taken.then(() => relay.stop())
  await expect(send(`smtp://127.0.0.1:${relay.port}`)).rejects.toMatchObject({ mayBeAccepted: true })
  const takenAgain = mail.next()
  await send(mail.url)
  const copies = [await taken, await takenAgain]
  expect(copies.map((copy) => copy.header('message-id'))).toEqual(Array(2).fill('<mail-1-again@nordnat.se>'))
  const [first, second] = copies.map(({ text }) => tokenIn(text))
  expect(second).not.toBe(first)
  for (const token of [first, second]) expect((await redeem(token)).statusCode).toBe(200)
})
