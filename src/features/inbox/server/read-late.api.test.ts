// Mail that is read when its answer is already overdue, as after a stop.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { toDo } from '#screens/ticket/to-do.contract.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { staffNotifications } from '../staff-notifications.contract.ts'
import { anEnquiry } from '../testing/an-enquiry.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'
import { remindOfAnswers } from './answer-reminders.ts'

let h: Harness
let s: MailboxScenario
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
})
afterAll(() => h.stop())

const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
/** Into a mailbox that was there then. */
const readLate = (mail: Parameters<MailboxScenario['aMail']>[0], days: number) =>
  s.arrive(s.aMail(mail), {
    placed: { receivedAt: daysAgo(days) },
    to: { ...s.mailbox, createdAt: daysAgo(30).toISOString() },
  })
const call = () => h.as(s.anna).call

test('stands first in Att göra and as overdue in the bell, and nobody is reminded of the past', async () => {
  const body = { title: 'WiFi', description: 'Nere.', customerId: s.customer.id }
  await call()(tickets.create, { body })
  await anEnquiry(h, { orgId: s.orgId, kind: 'support' })
  const opening = { from: s.kim.email, subject: 'Kassan', text: 'Den står still.' }
  expect(await readLate(opening, 20)).toBe('ticket')
  expect(await readLate({ from: 'ida@okand.example', text: 'Hej!' }, 19)).toBe('enquiry')
  // Also within opening hours, whenever the test runs.
  for (let hours = 0; hours <= 96; hours += 3)
    await remindOfAnswers(h.database, new Date(Date.now() + hours * 3_600_000))

  const { rows } = await call()(toDo.list, { query: {} })
  expect(rows.slice(0, 2).map(({ type }) => type)).toEqual(['ticket', 'enquiry'])
  for (const { dueAt } of rows.slice(0, 2)) expect(Date.parse(dueAt ?? '')).toBeLessThan(Date.now())

  const list = await call()(staffNotifications.list, {})
  const late = list.filter(({ dueAt }) => dueAt !== null && Date.parse(dueAt) < Date.now())
  expect(late.map(({ event, ticket }) => [event, ticket !== null])).toEqual([
    ['new', false],
    ['new', true],
  ])
})
