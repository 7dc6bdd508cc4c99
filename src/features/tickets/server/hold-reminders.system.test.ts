// The reminder to a customer that does not answer, and the offer to close its ticket.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { appUrl } from '#tests/harness/mail-jobs.ts'
import { emails, type MailHarness, type MailScenario, startMailHarness } from '../testing/mail-scenario.ts'
import { tickets } from '../tickets.contract.ts'
import { attendToHolds } from './hold-reminders.ts'

let harness: MailHarness
let s: MailScenario

beforeAll(async () => {
  harness = await startMailHarness()
})
beforeEach(async () => {
  s = await harness.aScenario()
})
afterAll(() => harness.stop())

/** Asks the customer; the ticket waits since noon of the day. */
async function holdSince(day: string) {
  await s.comment(s.anna, 'Har ni startat om routern?')
  await harness.settled()
  harness.mails.length = 0
  await harness.q(`update tickets set on_hold_since = $1 where id = $2`, `${day}T11:00:00Z`, s.ticketId)
}
const run = (today: string) => attendToHolds(harness.h.database, today)
const reminded = async (today: string) => {
  await run(today)
  return harness.recipients()
}
const ticket = () => harness.h.as(s.anna).call(tickets.get, { params: { id: s.ticketId } })
const reminders = async () => {
  const thread = await harness.h.as(s.anna).call(tickets.thread, { params: { id: s.ticketId } })
  return thread.filter((entry) => entry.kind === 'change' && entry.field === 'reminder').length
}

test('after three working days each recipient gets one mail with what we asked and a link', async () => {
  await holdSince('2026-11-19')
  expect(await reminded('2026-11-23')).toEqual([])
  expect(await reminded('2026-11-24')).toEqual(emails(s.kim, s.lo))
  const toKim = harness.mails.find(({ to }) => to.includes(s.kim.email))
  expect(toKim?.subject).toBe('[#1001] WiFi nere')
  expect(toKim?.text).toBe(`Hej Kim,

Vi väntar på ditt svar. Så här skrev Anna Berg på Nordnät AB:

Har ni startat om routern?

Läs och svara:
${appUrl}/customer-portal/tickets/${s.ticketId}

Nordnät AB
`)
  expect(await reminded('2026-11-25')).toHaveLength(2)
  expect(await reminders()).toBe(1)
})

test('holidays and eves are not working days', async () => {
  await holdSince('2026-12-22')
  expect(await reminded('2026-12-28')).toEqual([])
  expect(await reminded('2026-12-29')).toEqual(emails(s.kim, s.lo))
})

test('concurrent runs, and one whose process ended before it could queue the mail, remind once', async () => {
  await holdSince('2026-11-19')
  await harness.q('alter function jobs.enqueue rename to enqueue_missing')
  await expect(run('2026-11-24')).rejects.toThrow('Some tickets on hold were not attended to')
  await harness.q('alter function jobs.enqueue_missing rename to enqueue')
  expect(await reminders()).toBe(0)
  await Promise.all([run('2026-11-24'), run('2026-11-24'), run('2026-11-24')])
  expect(await harness.recipients()).toEqual(emails(s.kim, s.lo))
  expect(await reminders()).toBe(1)
})

test('an answer before the mail is sent stops it, and each new wait is reminded of', async () => {
  await holdSince('2026-11-19')
  await harness.q('update tickets set on_hold_since = null where id = $1', s.ticketId)
  expect(await reminded('2026-11-24')).toEqual([])
  await holdSince('2026-11-19')
  expect(await reminded('2026-11-24')).toHaveLength(2)
  await s.comment(s.kim, 'Ja')
  await holdSince('2026-11-24')
  expect(await reminded('2026-11-26')).toEqual([])
  expect(await reminded('2026-11-27')).toEqual(emails(s.kim, s.lo))
})

test('a customer that no mail reaches gets none until that has changed', async () => {
  await holdSince('2026-11-19')
  await harness.q('update customers set email = null where id = $1', s.customer.id)
  for (const login of [s.kim, s.lo]) await harness.disable(login)
  expect(await reminded('2026-11-24')).toEqual([])
  expect(await reminders()).toBe(0)
  await harness.enable(s.kim)
  expect(await reminded('2026-11-25')).toEqual(emails(s.kim))
})

test('an archived customer gets none', async () => {
  await holdSince('2026-11-19')
  await harness.h.as(s.bo).call(customers.remove, { params: { id: s.customer.id } })
  expect(await reminded('2026-11-24')).toEqual([])
  expect(await reminders()).toBe(0)
})

test('after ten working days staff are offered to resolve the ticket, until the wait ends', async () => {
  await holdSince('2026-11-02')
  await run('2026-11-13')
  expect((await ticket()).isOfferedForClosing).toBe(false)
  await run('2026-11-16')
  expect((await ticket()).isOfferedForClosing).toBe(true)
  await s.comment(s.kim, 'Förlåt, jag var på semester.')
  expect(await ticket()).toMatchObject({ isOfferedForClosing: false, onHoldSince: null })
})
