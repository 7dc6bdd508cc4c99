// Mail about actions of staff: assigning tickets to colleagues, and resolving them with an answer.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import type { Person } from '#tests/harness/harness.ts'
import { appUrl } from '#tests/harness/mail-jobs.ts'
import { emails, type MailHarness, type MailScenario, startMailHarness } from '../testing/mail-scenario.ts'
import { type ChangedTicket, tickets } from '../tickets.contract.ts'
import { TICKET_RECIPIENT_MAIL } from './ticket-mail.ts'

let mailHarness: MailHarness
let s: MailScenario

beforeAll(async () => {
  mailHarness = await startMailHarness()
})
beforeEach(async () => {
  s = await mailHarness.aScenario()
  // The scenario assigns the ticket's number itself.
  await mailHarness.q('select start_ticket_numbers($1)', s.orgId)
  mailHarness.mails.length = 0
})
afterAll(() => mailHarness.stop())

const change = async (by: Person, changes: Partial<ChangedTicket>) => {
  const { call } = mailHarness.h.as(by)
  const params = { id: s.ticketId }
  const { version } = await call(tickets.get, { params })
  return call(tickets.change, { params, body: { ...changes, version } })
}
const make = (by: Person, assignedTo: string | null) =>
  mailHarness.h.as(by).call(tickets.create, {
    body: { title: 'Ny växel', description: 'Den gamla brummar.', customerId: s.customer.id, assignedTo },
  })

test('a new assignee gets a mail with number, priority, subject, customer and link', async () => {
  await change(s.bo, { assignedTo: s.anna.userId })
  expect(await mailHarness.recipients()).toEqual(emails(s.anna))
  expect(mailHarness.mails[0]?.subject).toBe('[#1001] WiFi nere')
  expect(mailHarness.mails[0]?.text).toBe(`Hej Anna,

Bo Ek har gett dig ärende #1001 (prioritet: akut):

WiFi nere
Kajens Café

Läs och svara:
${appUrl}/backoffice/tickets/${s.ticketId}

Nordnät AB
`)
})

test('a ticket opened for a colleague is mailed to that person only', async () => {
  const { ticketNumber } = await make(s.bo, s.anna.userId)
  expect(await mailHarness.recipients()).toEqual(emails(s.anna))
  expect(mailHarness.mails[0]?.text).toContain(`Bo Ek har gett dig ärende #${ticketNumber} (prioritet: normal):`)
})

test('nobody gets mail about their own actions: taking, opening or unassigning a ticket', async () => {
  await change(s.anna, { assignedTo: s.anna.userId })
  await change(s.anna, { assignedTo: null })
  await make(s.anna, s.anna.userId)
  await make(s.anna, null)
  expect(await mailHarness.recipients()).toEqual([])
})

test('each assignment sends one mail in the ticket’s thread, other changes send none', async () => {
  await change(s.bo, { assignedTo: s.anna.userId })
  await mailHarness.settled()
  await change(s.bo, { priority: 'low', assignedTo: s.anna.userId })
  await change(s.anna, { assignedTo: s.bo.userId })
  await mailHarness.settled()
  await change(s.bo, { assignedTo: s.anna.userId })
  expect(await mailHarness.recipients()).toEqual(emails(s.anna, s.anna, s.bo))
  const ids = mailHarness.mails.map((mail) => mail.header('message-id'))
  expect(new Set(ids).size).toBe(3)
  const root = threadsOfTests.rootOf({ about: 'ticket', id: s.ticketId })
  for (const mail of mailHarness.mails) expect(mail.header('references')).toBe(root)
})

test('a person deactivated or unassigned before the mail is sent gets none', async () => {
  await change(s.bo, { assignedTo: s.anna.userId })
  await mailHarness.settled()
  mailHarness.mails.length = 0
  const { rows } = await mailHarness.q(`select id from ticket_changes where ticket_id = $1`, s.ticketId)
  const send = (to: Person) =>
    mailHarness.as(s.bo, (db) =>
      enqueue(db, TICKET_RECIPIENT_MAIL, { orgId: s.orgId, about: 'given', id: rows[0].id, to: { userId: to.userId } }),
    )
  await mailHarness.disable(s.anna)
  await send(s.anna)
  await mailHarness.settled()
  await mailHarness.enable(s.anna)
  await s.assign(s.bo)
  await send(s.anna)
  expect(await mailHarness.recipients()).toEqual([])
})

test('an answer that resolves the ticket sends the customer one mail that says both', async () => {
  const body = { comment: 'Vi har bytt routern.', resolves: true }
  await mailHarness.h.as(s.anna).call(tickets.comment, { params: { id: s.ticketId }, body })
  expect(await mailHarness.recipients()).toEqual(emails(s.kim, s.lo))
  const text = mailHarness.mails[0]?.text
  expect(text).toContain('Anna Berg på Nordnät AB har svarat, och ärendet är nu löst:\n\nVi har bytt routern.')
  expect(text).toContain('Är felet kvar? Skriv en kommentar, så öppnas ärendet igen:')
})
