import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBrowser } from '#features/auth/testing/sign-in.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { LINK, openMailer } from '#platform/mail/mail.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { appUrl, type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { logins } from '../logins.contract.ts'
import { invitationMail } from './invitation-mail.ts'
import { customerTasks } from './tasks.ts'

const PASSWORD = 'fika-ljung-segel-4821'
const OWN = 'en helt annan fras'

let h: Harness
let jobs: MailJobs
let technician: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness({ isSendingMail: true })
  const orgId = (await h.anOrganization('Nordnät AB')).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  customerId = (await h.aCustomer({ orgId })).id
  jobs = await startMailJobs(h, customerTasks)
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

async function invited(fields: object = {}) {
  const nextMail = jobs.next()
  const login = await h.as(technician).call(logins.invite, {
    params: { id: customerId },
    body: { email: `${uuidv7()}@example.se`, password: PASSWORD, ...fields },
  })
  return { ...login, mail: await nextMail }
}
const tokenIn = (text: string) => /#token=([\w-]{43})&type=invitation$/m.exec(text)?.[1] ?? ''
const redeem = (token: string) => aBrowser(h).verifyOtp({ token_hash: token, type: 'recovery' })

test('the invitation has the organization and the sign-in address, never the password', async () => {
  const { email, mail } = await invited({ fullName: 'Anna Berg' })
  expect(mail.to).toEqual([email])
  expect(mail.text).toMatch(/^Hej Anna,\n\nNordnät AB har bjudit in dig till sin supportportal\./)
  expect(mail.text).toContain(
    `Du loggar in med ${email} här, lösenordet får du av Tove Teknik:\n${appUrl}/customer-login\n`,
  )
  expect(mail.text).toContain(`\n${appUrl}/nytt-losenord#token=`)
  expect(mail.raw + mail.text).not.toContain(PASSWORD)
  const { rows } = await h.test.superuser.query(`select j::text as row from ${queuedJobs}`)
  expect(JSON.stringify(rows)).not.toContain(email)
})

test('the invitation’s password works at once; its link works once and replaces the password', async () => {
  const { id, email, mail } = await invited()
  const first = await aBrowser(h).signInWithPassword({ email, password: PASSWORD })
  expect(first.data.user?.id).toBe(id)
  const browser = aBrowser(h)
  const token = tokenIn(mail.text)
  expect((await browser.verifyOtp({ token_hash: token, type: 'recovery' })).error).toBeNull()
  expect((await browser.updateUser({ password: OWN })).error).toBeNull()
  const { session } = (await browser.getSession()).data
  const me = await h.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${session?.access_token}` } })
  expect(me.json()).toMatchObject({ kind: 'customer', userId: id, mustChangePassword: false })
  expect((await redeem(token)).error?.message).toBe('Länken har redan använts eller gått ut. Be om en ny.')
  expect((await aBrowser(h).signInWithPassword({ email, password: OWN })).error).toBeNull()
  expect((await aBrowser(h).signInWithPassword({ email, password: PASSWORD })).error?.status).toBe(400)
})

test('a new link’s mail says so; the earlier link stops working, the password still works', async () => {
  const { id, email, mail: first } = await invited()
  const nextMail = jobs.next()
  await h.as(technician).call(logins.newLink, { params: { id: customerId, userId: id } })
  const second = await nextMail
  expect(second.to).toEqual([email])
  expect(second.text).toContain('Här är en ny länk till supportportalen hos Nordnät AB.')
  expect((await aBrowser(h).signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  expect((await redeem(tokenIn(first.text))).error).not.toBeNull()
  expect((await redeem(tokenIn(second.text))).error).toBeNull()
})

test('a login revoked before the job runs gets no mail', async () => {
  const { id } = await invited()
  await h.as(technician).call(logins.revoke, { params: { id: customerId, userId: id } })
  const mailer = openMailer({
    smtpUrl: undefined,
    from: 'x',
    database: h.database,
    threads: threadsOfTests,
    warn: () => undefined,
  })
  const send = invitationMail({ database: h.database, mailer, appUrl })
  const storedMail = async () => (await h.test.superuser.query('select link_for, body from stored_mail')).rows
  await send({ userId: id, isAgain: true })
  expect(await storedMail()).toEqual([])
  await h.as(technician).call(logins.reopen, { params: { id: customerId, userId: id } })
  await send({ userId: id, isAgain: true })
  expect(await storedMail()).toEqual([{ link_for: id, body: expect.stringContaining(`\n${LINK}\n`) }])
})
