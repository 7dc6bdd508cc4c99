import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aMailServer, type MailServer } from '#platform/mail/testing/mail-server.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { settings } from '../settings.contract.ts'

let server: MailServer
let h: Harness | undefined

beforeAll(async () => {
  server = await aMailServer()
})
afterEach(() => h?.stop())
afterAll(() => server.stop())

const unreachable = 'smtp://127.0.0.1:1'

async function start(smtpUrl?: string) {
  h = await startHarness(smtpUrl ? { smtpUrl } : {})
  const { id: orgId } = await h.anOrganization()
  return { h, orgId, admin: await h.anAdmin({ orgId }) }
}

test('the test mail goes to the administrator’s own address, and waits for the server’s response', async () => {
  const { h, admin } = await start(server.url)
  expect(await h.as(admin).call(settings.sendTestMail, {})).toEqual({ isSent: true })
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]).toMatchObject({ to: [admin.email], subject: 'Testmejl från Stödpunkt' })
  expect(server.mails[0]?.text).toContain('Att du läser det visar att e-posten fungerar.')
})

test('a refusal by the server is reported without the address', async () => {
  const { h, admin } = await start(server.url)
  await h.test.superuser.query(`update auth.users set email = 'refused@example.se' where id = $1`, [admin.userId])
  await expect(h.as(admin).call(settings.sendTestMail, {})).rejects.toMatchObject({
    status: 502,
    message: 'E-postservern godtog inte avsändaren eller mottagaren (kod 550).',
  })
})

test('an unreachable server is reported', async () => {
  const { h, admin } = await start(unreachable)
  await expect(h.as(admin).call(settings.sendTestMail, {})).rejects.toMatchObject({
    status: 502,
    message: 'Det gick inte att nå e-postservern. Kontrollera adressen i SMTP_URL.',
  })
})

test('without a mail server the test mail is stored', async () => {
  const { h, admin } = await start()
  expect(await h.as(admin).call(settings.sendTestMail, {})).toEqual({ isSent: false })
  const { rows } = await h.as(admin).call(settings.mail, { query: {} })
  expect(rows).toMatchObject([{ to: admin.email, subject: 'Testmejl från Stödpunkt' }])
})

test('A-43: technicians and customers cannot send one', async () => {
  const { h, orgId } = await start(server.url)
  const before = server.mails.length
  for (const person of [await h.aTechnician({ orgId }), await h.aPortalUser(await h.aCustomer({ orgId }))])
    await expect(h.as(person).call(settings.sendTestMail, {})).rejects.toMatchObject({ status: 403 })
  expect(server.mails).toHaveLength(before)
})
