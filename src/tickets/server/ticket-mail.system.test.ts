// Who gets a mail of what, and who does not.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueue } from '#lib/server/jobs.ts'
import { appUrl, emails, type PostOffice, type Scene, startPostOffice } from '../testing/mail-scenario.ts'

let office: PostOffice
let s: Scene

beforeAll(async () => {
  office = await startPostOffice()
})
beforeEach(async () => {
  s = await office.aScene()
  office.mails.length = 0
})
afterAll(() => office.stop())

test('a public comment by staff goes to every login of the customer, with its text and a link to the portal', async () => {
  await s.comment(s.anna, 'Vi byter routern i dag.\nÄr någon hemma?')
  expect(await office.readers()).toEqual(emails(s.kim, s.lo))
  expect(office.mails[0]?.subject).toBe('[#1001] WiFi nere')
  expect(office.mails[0]?.from).toBe('no-reply@nordnat.se')
  expect(office.mails[0]?.text).toBe(`Hej!

Anna Berg på Nordnät AB har svarat:

Vi byter routern i dag.
Är någon hemma?

Läs och svara:
${appUrl}/customer-portal/tickets/${s.ticketId}

Nordnät AB
`)
})

test('a comment by the customer goes to the assignee and the customer’s other logins, not to its author', async () => {
  await s.assign(s.bo)
  await s.comment(s.kim, 'Det blinkar rött.')
  expect(await office.readers()).toEqual(emails(s.bo, s.lo))
  const toBo = office.mails.find(({ to }) => to[0] === s.bo.email)
  expect(toBo?.text).toContain('Kim Lund på Kajens Café har svarat:\n\nDet blinkar rött.')
  expect(toBo?.text).toContain(`${appUrl}/backoffice/tickets/${s.ticketId}\n`)
  expect(toBo?.text).not.toContain('customer-portal')
  const toLo = office.mails.find(({ to }) => to[0] === s.lo.email)
  expect(toLo?.text).toContain('/customer-portal/')
  expect(toLo?.text).not.toContain('/backoffice')
})

test('without an assignee who can hear, all staff with a role and a live login are told', async () => {
  const roleless = await office.h.aTechnician(s)
  const gone = await office.h.aTechnician(s)
  const elsewhere = await office.h.aTechnician({ orgId: (await office.h.anOrganization()).id })
  await office.q('delete from user_roles where user_id = $1', roleless.userId)
  await office.disable(gone)
  await s.comment(s.kim)
  expect(await office.readers()).toEqual(emails(s.anna, s.bo, s.lo))
  office.mails.length = 0
  await office.enable(gone)
  await s.assign(gone)
  await office.disable(gone)
  await s.comment(s.lo)
  expect(await office.readers()).toEqual(emails(s.anna, s.bo, s.kim))
  expect(office.mails.flatMap(({ to }) => to)).not.toContain(elsewhere.email)
})

test('a customer’s new ticket goes to staff alone', async () => {
  await s.tellOfTicket()
  expect(await office.readers()).toEqual(emails(s.anna, s.bo))
  expect(office.mails[0]?.text).toContain(
    'Kim Lund på Kajens Café har öppnat ett ärende (prioritet: akut):\n\nWiFi nere\n\nIngen kontakt sedan i morse.',
  )
  office.mails.length = 0
  await s.assign(s.anna)
  await s.tellOfTicket()
  expect(await office.readers()).toEqual(emails(s.anna))
})

test('staff hear nothing of the doings of staff', async () => {
  await s.assign(s.bo)
  await office.q('update tickets set created_by = $1 where id = $2', s.anna.userId, s.ticketId)
  await s.tellOfTicket(s.anna)
  expect(await office.readers()).toEqual([])
  await s.comment(s.anna)
  await s.changeStatus(s.anna, 'in_progress')
  expect(await office.readers()).toEqual(emails(s.kim, s.kim, s.lo, s.lo))
})

test('a status that staff change is told to the customer; one that stays is not', async () => {
  await s.changeStatus(s.anna, 'resolved')
  expect(await office.readers()).toEqual(emails(s.kim, s.lo))
  expect(office.mails[0]?.text).toContain('Ärendet är nu löst.')
  expect(office.mails[0]?.text).toContain('så öppnas ärendet igen')
  await s.changeStatus(s.anna, 'resolved')
  expect(await office.readers()).toHaveLength(2)
})

test('the customer’s own comment opens the ticket again and sends one mail, of the comment', async () => {
  await office.q(`update tickets set status = 'resolved' where id = $1`, s.ticketId)
  await s.comment(s.kim, 'Nu är det nere igen.')
  const { rows } = await office.q('select id from ticket_changes where ticket_id = $1 and by_comment', s.ticketId)
  expect(rows).toHaveLength(1)
  await office.as(s.kim, (db) => enqueue(db, 'ticket-mail', { orgId: s.orgId, about: 'status', id: rows[0].id }))
  expect(await office.readers()).toEqual(emails(s.anna, s.bo, s.lo))
})

test('an internal comment is mailed to nobody, whatever the job says', async () => {
  const id = await s.comment(s.anna, 'HEMLIGT-MELLAN-OSS', true)
  const about = { orgId: s.orgId, about: 'comment', id }
  for (const { userId } of [s.kim, s.lo, s.bo])
    await office.as(s.anna, (db) => enqueue(db, 'ticket-letter', { ...about, to: { userId } }))
  await office.as(s.anna, (db) => enqueue(db, 'ticket-letter', { ...about, to: { customerId: s.customer.id } }))
  await s.comment(s.anna, 'Vi tittar på det.')
  expect(await office.readers()).toEqual(emails(s.kim, s.lo))
  expect(JSON.stringify(office.mails)).not.toContain('HEMLIGT')
})

test('a customer without a live login is told by its own address, without a link', async () => {
  await office.q(`update customers set email = 'kajen@example.se' where id = $1`, s.customer.id)
  await office.disable(s.kim)
  await s.comment(s.anna)
  expect(await office.readers()).toEqual(emails(s.lo))
  office.mails.length = 0
  await office.disable(s.lo)
  await s.comment(s.anna)
  await s.changeStatus(s.anna, 'closed')
  expect(await office.readers()).toEqual(['kajen@example.se', 'kajen@example.se'])
  for (const { text } of office.mails) {
    expect(text).not.toContain('https:')
    expect(text).toContain('Hör av dig till oss.')
  }
})

test('a customer with neither login nor address is told nothing', async () => {
  await office.disable(s.kim)
  await office.disable(s.lo)
  await s.comment(s.anna)
  expect(await office.readers()).toEqual([])
})

test('an archived customer hears nothing', async () => {
  await office.q(`update customers set email = 'kajen@example.se' where id = $1`, s.customer.id)
  await office.as(s.bo, (db) =>
    db.updateTable('customers').set({ archivedAt: sql`now()` }).where('id', '=', s.customer.id).execute(),
  )
  await s.comment(s.anna)
  await s.changeStatus(s.anna, 'closed')
  expect(await office.readers()).toEqual([])
})

test('a login that was disabled or moved before its letter was sent gets none', async () => {
  const id = await s.comment(s.anna, 'Intern först.', true)
  await office.settled()
  await office.q('update ticket_comments set is_internal = false where id = $1', id)
  await office.disable(s.kim)
  const stranger = await office.h.aPortalUser(await office.h.aCustomer({ orgId: s.orgId, name: 'Grannen' }))
  for (const { userId } of [s.kim, stranger, s.lo])
    await office.as(s.anna, (db) =>
      enqueue(db, 'ticket-letter', { orgId: s.orgId, about: 'comment', id, to: { userId } }),
    )
  expect(await office.readers()).toEqual(emails(s.lo))
})
