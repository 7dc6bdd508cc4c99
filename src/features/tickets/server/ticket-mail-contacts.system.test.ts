// Mail to the customer's people: the reporter, those who get copies, and those who see the whole company's tickets.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Person } from '#tests/harness/harness.ts'
import { emails, type MailHarness, type MailScenario, startMailHarness } from '../testing/mail-scenario.ts'

let mailHarness: MailHarness
let s: MailScenario

beforeAll(async () => {
  mailHarness = await startMailHarness()
})
beforeEach(async () => {
  s = await mailHarness.aScenario()
  mailHarness.mails.length = 0
})
afterAll(() => mailHarness.stop())

const setRights = ({ userId }: Person, seesCompany: boolean, getsCompanyMail: boolean) =>
  mailHarness.q(
    'update customer_users set sees_company = $1, gets_company_mail = $2 where user_id = $3',
    ...[seesCompany, getsCompanyMail, userId],
  )
const contactOf = async ({ userId }: Person): Promise<string> =>
  (await mailHarness.q('select contact_id from customer_users where user_id = $1', userId)).rows[0].contact_id
async function aContact(email: string) {
  const id = uuidv7()
  await mailHarness.q(
    'insert into contacts (org_id, customer_id, id, name, email) values ($1, $2, $3, $4, $4)',
    ...[s.orgId, s.customer.id, id, email],
  )
  return id
}
const copyTo = (contactId: string) =>
  mailHarness.q(
    'insert into ticket_watchers (org_id, customer_id, ticket_id, contact_id) values ($1, $2, $3, $4)',
    ...[s.orgId, s.customer.id, s.ticketId, contactId],
  )

test('A-333: a login with Egna ärenden gets mail only about tickets that it may see', async () => {
  await setRights(s.lo, false, true)
  await s.comment(s.anna)
  expect(await mailHarness.recipients()).toEqual(emails(s.kim))
  mailHarness.mails.length = 0
  await copyTo(await contactOf(s.lo))
  await s.comment(s.anna)
  expect(await mailHarness.recipients()).toEqual(emails(s.kim, s.lo))
})

test('a login without the company’s mail gets that of its own tickets only', async () => {
  await setRights(s.kim, true, false)
  await setRights(s.lo, true, false)
  await s.comment(s.anna)
  expect(await mailHarness.recipients()).toEqual(emails(s.kim))
})

test('a contact without a login gets copies without a link', async () => {
  await copyTo(await aContact('kassan@kajen.example.se'))
  await s.comment(s.anna, 'Vi byter routern.')
  expect(await mailHarness.recipients()).toEqual([s.kim.email, s.lo.email, 'kassan@kajen.example.se'].sort())
  const mail = mailHarness.mails.find(({ to }) => to[0] === 'kassan@kajen.example.se')
  expect(mail?.text).toContain('Vi byter routern.')
  expect(mail?.text).not.toContain('https:')
})

test('an archived contact gets no copies, and the customer’s address none if anybody else does', async () => {
  await mailHarness.q(`update customers set email = 'kajen@example.se' where id = $1`, s.customer.id)
  const archived = await aContact('gammal@kajen.example.se')
  await copyTo(archived)
  await mailHarness.q('update contacts set archived_at = now() where id = $1', archived)
  await s.comment(s.anna)
  expect(await mailHarness.recipients()).toEqual(emails(s.kim, s.lo))
})

test('with a mailbox replies go there, and recipients without a login are asked to reply', async () => {
  await mailHarness.q(`insert into vault_keys (id) values ('key-of-tests') on conflict do nothing`)
  await mailHarness.q(
    `insert into mailboxes (org_id, id, address, host, port, tls, login, secret, key_id)
     values ($1, gen_random_uuid(), 'support@nordnat.example', 'x', 993, 'tls', 'x', 'x', 'key-of-tests')`,
    s.orgId,
  )
  await copyTo(await aContact('kassan@kajen.example.se'))
  await s.comment(s.anna)
  expect(await mailHarness.recipients()).toHaveLength(3)
  for (const mail of mailHarness.mails) expect(mail.header('reply-to')).toBe('support@nordnat.example')
  const mail = mailHarness.mails.find(({ to }) => to[0] === 'kassan@kajen.example.se')
  expect(mail?.text).toContain('Vill du svara? Svara på det här mejlet.')
  mailHarness.mails.length = 0
  await s.comment(s.kim)
  const toStaff = async () => mailHarness.mails.find(({ to }) => to[0] === s.anna.email)?.text
  expect(await mailHarness.recipients()).toContain(s.anna.email)
  expect(await toStaff()).toContain('Svarar du på det här mejlet blir det en intern kommentar.')
})

test('an address that bounced on three days gets only the comments of staff', async () => {
  await mailHarness.q(
    `insert into mail_addresses (org_id, address, bounces, last_bounce_on, paused_at) values ($1, $2, 3, current_date, now())`,
    ...[s.orgId, s.lo.email.toLowerCase()],
  )
  await s.comment(s.anna)
  expect(await mailHarness.recipients()).toEqual(emails(s.kim, s.lo))
  mailHarness.mails.length = 0
  await s.comment(s.kim)
  expect(await mailHarness.recipients()).not.toContain(s.lo.email)
})

test('so does the customer’s own address', async () => {
  await mailHarness.q(`update customers set email = 'kajen@example.se' where id = $1`, s.customer.id)
  for (const person of [s.kim, s.lo]) await mailHarness.disable(person)
  await mailHarness.q(
    `insert into mail_addresses (org_id, address, bounces, last_bounce_on, paused_at) values ($1, $2, 3, current_date, now())`,
    ...[s.orgId, 'kajen@example.se'],
  )
  await s.changeStatus(s.anna, 'in_progress')
  expect(await mailHarness.recipients()).toEqual([])
  await s.comment(s.anna)
  expect(await mailHarness.recipients()).toEqual(['kajen@example.se'])
})

test('A-333: with the only reader’s login revoked only the customer’s own address gets mail', async () => {
  await mailHarness.q(`update customers set email = 'kajen@example.se' where id = $1`, s.customer.id)
  await setRights(s.lo, false, true)
  await mailHarness.disable(s.kim)
  await s.comment(s.anna)
  expect(await mailHarness.recipients()).toEqual(['kajen@example.se'])
})
