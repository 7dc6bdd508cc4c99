import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#platform/database/uuid.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { LINK, type Mail, type Mailer } from '#platform/mail/mail.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { users } from '../users.contract.ts'
import { userTasks } from './tasks.ts'

let h: Harness
let mailing: Harness
let admin: Person
const sent: Mail[] = []
beforeAll(async () => {
  h = await startHarness()
  admin = await h.anAdmin({ orgId: (await h.anOrganization('Nordnät AB')).id })
  mailing = await startHarness({ isSendingMail: true })
})
beforeEach(() => {
  sent.length = 0
})
afterAll(async () => {
  await h.stop()
  await mailing.stop()
})

const aUser = (at: Harness, by: Person) =>
  at.as(by).call(users.create, {
    body: {
      email: `${uuidv7()}@example.se`,
      password: 'gröna lyktor vid kajen',
      fullName: 'Tove Teknik',
      role: 'technician' as const,
      mustChange: true,
    },
  })
const tokenIn = (text: string) => /#token=([^&]+)&type=invitation/.exec(text)?.[1] ?? ''
const redeem = (at: Harness, token: string) =>
  at.app.inject({ method: 'POST', url: '/auth/v1/verify', payload: { token_hash: token, type: 'recovery' } })

/** Runs the enqueued jobs with a mailer that records the mails. */
async function runJobs() {
  const mailer: Mailer = { send: async (mail) => void sent.push(mail) }
  const task = userTasks({ database: mailing.database, mailer, appUrl: 'https://x.se' })['staff-invitation-mail']
  const { rows } = await mailing.test.superuser.query(
    `select payload from ${queuedJobs} where payload::jsonb ? 'isAgain'`,
  )
  await mailing.test.superuser.query(deleteQueuedJobs)
  for (const { payload } of rows) await task?.(payload)
}

test('a new member of staff gets a mail with a link and where to sign in; a new link on request', async () => {
  const { id: orgId } = await mailing.anOrganization('Nordnät AB')
  const by = await mailing.anAdmin({ orgId, fullName: 'Ada Admin' })
  const user = await aUser(mailing, by)
  expect(user).toMatchObject({ isMailed: true })
  await runJobs()
  expect(sent).toMatchObject([{ to: user.email, subject: 'Din inloggning till Nordnät AB', orgId: by.orgId }])
  expect(sent[0]?.text).toContain(`Hej Tove,`)
  expect(sent[0]?.text).toContain(
    `Du loggar in med ${user.email} här, lösenordet får du av Ada Admin:\nhttps://x.se/auth\n`,
  )
  expect(sent[0]?.text).toContain(`\n${LINK}\n`)
  expect(sent[0]?.text).not.toContain('lyktor')
  const first = (await sent[0]?.link?.make({ isAgain: false })) ?? ''

  expect(await mailing.as(by).call(users.newLink, { params: { id: user.id } })).toEqual({ link: null })
  await runJobs()
  expect(sent[1]).toMatchObject({ subject: 'Ny länk till Nordnät AB' })
  const second = (await sent[1]?.link?.make({ isAgain: false })) ?? ''
  expect((await redeem(mailing, tokenIn(first))).statusCode).toBe(403)
  expect((await redeem(mailing, tokenIn(second))).statusCode).toBe(200)
})

test('somebody deactivated before the job runs gets no mail', async () => {
  const by = await mailing.anAdmin({ orgId: (await mailing.anOrganization()).id })
  const { id } = await aUser(mailing, by)
  await mailing.as(by).call(users.deactivate, { params: { id } })
  await runJobs()
  expect(sent).toEqual([])
})

test('without a mail server an administrator gets links, but not for own or disabled logins', async () => {
  const user = await aUser(h, admin)
  expect(user).toMatchObject({ isMailed: false })
  const linkOf = (id: string) => h.as(admin).call(users.newLink, { params: { id } })
  const { link } = await linkOf(user.id)
  expect((await redeem(h, tokenIn(link ?? ''))).statusCode).toBe(200)
  await expect(linkOf(admin.userId)).rejects.toMatchObject({
    status: 422,
    message: 'Ditt eget lösenord byter du under Ditt konto',
  })
  await h.as(admin).call(users.deactivate, { params: { id: user.id } })
  await expect(linkOf(user.id)).rejects.toMatchObject({
    status: 422,
    message: 'Användaren är inaktiv. Aktivera den först.',
  })
})
