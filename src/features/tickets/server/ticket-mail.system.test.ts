// The recipients of mail about each event.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#platform/database/uuid.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import { appUrl } from '#tests/harness/mail-jobs.ts'
import { emails, type MailHarness, type MailScenario, startMailHarness } from '../testing/mail-scenario.ts'
import { notifyOfComment, TICKET_MAIL } from './notifications.queries.ts'
import { TICKET_RECIPIENT_MAIL } from './ticket-mail.ts'

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

test('a public comment by staff goes to all the customer’s logins, with text and link', async () => {
  await s.comment(s.anna, 'Vi byter routern i dag.\nÄr någon hemma?')
  expect(await mailHarness.recipients()).toEqual(emails(s.kim, s.lo))
  const toKim = mailHarness.mails.find(({ to }) => to.includes(s.kim.email))
  expect(toKim?.subject).toBe('[#1001] WiFi nere')
  expect(toKim?.from).toBe('no-reply@nordnat.se')
  expect(toKim?.text).toBe(`Hej Kim,

Anna Berg på Nordnät AB har svarat:

Vi byter routern i dag.
Är någon hemma?

Läs och svara:
${appUrl}/customer-portal/tickets/${s.ticketId}

Nordnät AB
`)
})

test('a comment by the customer goes to the assignee and the customer’s other logins', async () => {
  await s.assign(s.bo)
  await s.comment(s.kim, 'Det blinkar rött.')
  expect(await mailHarness.recipients()).toEqual(emails(s.bo, s.lo))
  const toBo = mailHarness.mails.find(({ to }) => to[0] === s.bo.email)
  expect(toBo?.text).toContain('Kim Lund på Kajens Café har svarat:\n\nDet blinkar rött.')
  expect(toBo?.text).toContain(`${appUrl}/backoffice/tickets/${s.ticketId}\n`)
  expect(toBo?.text).not.toContain('customer-portal')
  const toLo = mailHarness.mails.find(({ to }) => to[0] === s.lo.email)
  expect(toLo?.text).toContain('/customer-portal/')
  expect(toLo?.text).not.toContain('/backoffice')
})

test('without an active assignee all staff with a role and an active login get mail', async () => {
  const roleless = await mailHarness.h.aTechnician(s)
  const disabled = await mailHarness.h.aTechnician(s)
  const elsewhere = await mailHarness.h.aTechnician({ orgId: (await mailHarness.h.anOrganization()).id })
  await mailHarness.q('delete from user_roles where user_id = $1', roleless.userId)
  await mailHarness.disable(disabled)
  await s.comment(s.kim)
  expect(await mailHarness.recipients()).toEqual(emails(s.anna, s.bo, s.lo))
  mailHarness.mails.length = 0
  await mailHarness.enable(disabled)
  await s.assign(disabled)
  await mailHarness.disable(disabled)
  await s.comment(s.lo)
  expect(await mailHarness.recipients()).toEqual(emails(s.anna, s.bo, s.kim))
  expect(mailHarness.mails.flatMap(({ to }) => to)).not.toContain(elsewhere.email)
})

test('a customer’s new ticket goes to staff only', async () => {
  await s.mailTicket()
  expect(await mailHarness.recipients()).toEqual(emails(s.anna, s.bo))
  expect(mailHarness.mails[0]?.text).toContain(
    'Kim Lund på Kajens Café har öppnat ett ärende (prioritet: akut):\n\nWiFi nere\n\nIngen kontakt sedan i morse.',
  )
  mailHarness.mails.length = 0
  await s.assign(s.anna)
  await s.mailTicket()
  expect(await mailHarness.recipients()).toEqual(emails(s.anna))
})

test('staff get no mail about actions of staff', async () => {
  await s.assign(s.bo)
  await mailHarness.q('update tickets set created_by = $1 where id = $2', s.anna.userId, s.ticketId)
  await s.mailTicket(s.anna)
  expect(await mailHarness.recipients()).toEqual([])
  await s.comment(s.anna)
  await s.changeStatus(s.anna, 'in_progress')
  expect(await mailHarness.recipients()).toEqual(emails(s.kim, s.kim, s.lo, s.lo))
})

test('the customer gets mail when staff change the status, and none when it is unchanged', async () => {
  await s.changeStatus(s.anna, 'resolved')
  expect(await mailHarness.recipients()).toEqual(emails(s.kim, s.lo))
  expect(mailHarness.mails[0]?.text).toContain('Ärendet är nu löst.')
  expect(mailHarness.mails[0]?.text).toContain('så öppnas ärendet igen')
  await s.changeStatus(s.anna, 'resolved')
  expect(await mailHarness.recipients()).toHaveLength(2)
})

test('the customer’s own comment that reopens the ticket sends only the mail about the comment', async () => {
  await mailHarness.q(`update tickets set status = 'resolved' where id = $1`, s.ticketId)
  await s.comment(s.kim, 'Nu är det nere igen.')
  const { rows } = await mailHarness.q('select id from ticket_changes where ticket_id = $1 and by_comment', s.ticketId)
  expect(rows).toHaveLength(1)
  await mailHarness.as(s.kim, (db) => enqueue(db, TICKET_MAIL, { orgId: s.orgId, about: 'status', id: rows[0].id }))
  expect(await mailHarness.recipients()).toEqual(emails(s.anna, s.bo, s.lo))
})

test('an internal comment is never mailed, even if the job asks for it', async () => {
  const id = await s.comment(s.anna, 'HEMLIGT-MELLAN-OSS', true)
  const about = { orgId: s.orgId, about: 'comment', id }
  for (const { userId } of [s.kim, s.lo, s.bo])
    await mailHarness.as(s.anna, (db) => enqueue(db, TICKET_RECIPIENT_MAIL, { ...about, to: { userId } }))
  await mailHarness.as(s.anna, (db) =>
    enqueue(db, TICKET_RECIPIENT_MAIL, { ...about, to: { customerId: s.customer.id } }),
  )
  await s.comment(s.anna, 'Vi tittar på det.')
  expect(await mailHarness.recipients()).toEqual(emails(s.kim, s.lo))
  expect(JSON.stringify(mailHarness.mails)).not.toContain('HEMLIGT')
})

test('a customer without an active login gets mail at its own address, without a link', async () => {
  await mailHarness.q(`update customers set email = 'kajen@example.se' where id = $1`, s.customer.id)
  await mailHarness.disable(s.kim)
  await s.comment(s.anna)
  expect(await mailHarness.recipients()).toEqual(emails(s.lo))
  mailHarness.mails.length = 0
  await mailHarness.disable(s.lo)
  await s.comment(s.anna)
  await s.changeStatus(s.anna, 'closed')
  expect(await mailHarness.recipients()).toEqual(['kajen@example.se', 'kajen@example.se'])
  for (const { text } of mailHarness.mails) {
    expect(text).not.toContain('https:')
    expect(text).toContain('Hör av dig till oss.')
  }
})

test('a customer with neither login nor address gets no mail', async () => {
  await mailHarness.disable(s.kim)
  await mailHarness.disable(s.lo)
  await s.comment(s.anna)
  expect(await mailHarness.recipients()).toEqual([])
})

test('an archived customer gets no mail', async () => {
  await mailHarness.q(`update customers set email = 'kajen@example.se' where id = $1`, s.customer.id)
  await mailHarness.as(s.bo, (db) =>
    db.updateTable('customers').set({ archivedAt: sql`now()` }).where('id', '=', s.customer.id).execute(),
  )
  await s.comment(s.anna)
  await s.changeStatus(s.anna, 'closed')
  expect(await mailHarness.recipients()).toEqual([])
})

test('a login that was disabled or moved before its mail was sent gets none', async () => {
  const id = await s.comment(s.anna, 'Intern först.', true)
  await mailHarness.settled()
  await mailHarness.q('update ticket_comments set is_internal = false where id = $1', id)
  await mailHarness.disable(s.kim)
  const outsider = await mailHarness.h.aPortalUser(await mailHarness.h.aCustomer({ orgId: s.orgId, name: 'Grannen' }))
  for (const { userId } of [s.kim, outsider, s.lo])
    await mailHarness.as(s.anna, (db) =>
      enqueue(db, TICKET_RECIPIENT_MAIL, { orgId: s.orgId, about: 'comment', id, to: { userId } }),
    )
  expect(await mailHarness.recipients()).toEqual(emails(s.lo))
})

test('staff get the folded part of a mail too; a customer’s login gets the text only', async () => {
  const id = uuidv7()
  await mailHarness.q(
    `insert into ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment, folded, by_customer)
     values ($1, $2, $3, $4, $5, 'Se nedan.', '> Serienummer? SN-99812', true)`,
    ...[s.orgId, id, s.customer.id, s.ticketId, s.kim.userId],
  )
  await mailHarness.as(s.kim, (db) => notifyOfComment(db, { orgId: s.orgId, commentId: id, isSolution: false }))
  await mailHarness.recipients()
  const textTo = (email: string) => mailHarness.mails.find(({ to }) => to.includes(email))?.text
  expect(textTo(s.anna.email)).toContain('Signatur och citerad text:\n> Serienummer? SN-99812')
  expect(textTo(s.lo.email)).not.toContain('SN-99812')
})
