// Reminders of answers that are due: to whom, when, and once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ticketTasks } from '#features/tickets/server/tasks.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { appUrl, type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { staffNotifications } from '../staff-notifications.contract.ts'
import { anEnquiry } from '../testing/an-enquiry.ts'
import { remindOfAnswers } from './answer-reminders.ts'
import { inboxTasks } from './tasks.ts'

const MONDAY = '2030-01-14'
const TUESDAY = '2030-01-15'

let h: Harness
let jobs: MailJobs
let orgId: string
let anna: Person
let bo: Person
let ticketId: string

beforeAll(async () => {
  h = await startHarness()
  jobs = await startMailJobs(h, (parts) => ({ ...ticketTasks(parts), ...inboxTasks(parts) }))
})
beforeEach(async () => {
  await q('delete from answer_reminders')
  orgId = (await h.anOrganization('Nordnät AB')).id
  anna = await h.aTechnician({ orgId, fullName: 'Anna Berg' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  const customer = await h.aCustomer({ orgId, name: 'Kajens Café' })
  const body = { title: 'WiFi nere', description: 'x', customerId: customer.id }
  ticketId = (await h.as(anna).call(tickets.create, { body })).id
  await q('delete from staff_notifications')
  jobs.mails.length = 0
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

const q = (text: string, ...values: unknown[]) => h.test.superuser.query(text, values)
const at = (time: string, day = MONDAY) => `${day}T${time}:00+01:00`
const run = (time: string, day = MONDAY) => remindOfAnswers(h.database, new Date(at(time, day)))
const eventsOf = async (person: Person) =>
  (await h.as(person).call(staffNotifications.list, {})).map(({ event }) => event).toReversed()
/** As the answer clock does, which is not part of this test; it opens at 08 and closes at 17. */
const wait = (asked: string, due: string | null) =>
  q(`update tickets set unanswered_since = $2, due_at = $3 where id = $1`, ticketId, asked, due)
const settled = () =>
  until(async () => {
    const { rowCount } = await q(`select from ${queuedJobs} where last_error is null`)
    expect(rowCount).toBe(0)
  })

test('the assignee is reminded after three quarters of the working time and at its end, once each', async () => {
  await q('update tickets set assigned_to = $2 where id = $1', ticketId, anna.userId)
  await q('delete from staff_notifications')
  await wait(at('16:00'), at('11:00', TUESDAY))
  await run('16:59')
  await run('09:59', TUESDAY)
  expect(await eventsOf(anna)).toEqual([])
  for (const time of ['10:00', '10:01', '09:00', '10:59']) await run(time, TUESDAY)
  expect(await eventsOf(anna)).toEqual(['soon'])
  for (const time of ['11:00', '10:30', '11:01', '16:00']) await run(time, TUESDAY)
  expect(await eventsOf(anna)).toEqual(['soon', 'late'])
  expect(await eventsOf(bo)).toEqual([])
  await settled()
  // Two jobs, which may be run in either order.
  const mails = jobs.mails.toSorted((one, other) => one.text.localeCompare(other.text, 'en'))
  expect(mails.map(({ to, subject, text }) => [to, subject, text.split('\n')[2]])).toEqual([
    [
      [anna.email],
      expect.stringMatching(/^Ska besvaras snart: \[#\d+\] WiFi nere$/),
      expect.stringMatching(/^Ärende #\d+ ska besvaras senast 2030-01-15 11:00 \(prioritet: normal\):$/),
    ],
    [
      [anna.email],
      expect.stringMatching(/^Försenat: \[#\d+\] WiFi nere$/),
      expect.stringMatching(/^Ärende #\d+ skulle ha besvarats senast 2030-01-15 11:00 \(prioritet: normal\):$/),
    ],
  ])
})

test('of a ticket that nobody has all staff are reminded, once though several processes look', async () => {
  await wait(at('09:00'), at('13:00'))
  await Promise.all(['12:00', '12:00', '12:01'].map((time) => run(time)))
  await Promise.all(['13:00', '13:00', '13:01'].map((time) => run(time)))
  expect([await eventsOf(anna), await eventsOf(bo)]).toEqual([
    ['soon', 'late'],
    ['soon', 'late'],
  ])
})

test('a program that was not running reminds of what is late, not of what was due soon', async () => {
  await wait(at('09:00'), at('13:00'))
  await run('09:00', TUESDAY)
  await run('08:00')
  expect(await eventsOf(anna)).toEqual(['late'])
})

test('outside opening hours staff are reminded only of an urgent matter that is counted at all hours', async () => {
  await wait(at('09:00'), at('13:00'))
  await run('17:00')
  await run('07:59', TUESDAY)
  expect(await eventsOf(anna)).toEqual([])
  await run('08:00', TUESDAY)
  expect(await eventsOf(anna)).toEqual(['late'])
  await q(`update company_facts set emergency_phone = '070-123 45 67' where org_id = $1`, orgId)
  // That change computes anew what is open.
  await settled()
  await q(`update tickets set priority = 'urgent' where id = $1`, ticketId)
  await wait(at('20:00'), at('20:30'))
  await run('20:22')
  expect(await eventsOf(anna)).toEqual(['late'])
  await run('20:23')
  await run('20:30')
  expect(await eventsOf(anna)).toEqual(['late', 'soon', 'late'])
})

test('an urgent form wakes nobody by a reminder unless it raised an alarm', async () => {
  await q(`update company_facts set emergency_phone = '070-123 45 67' where org_id = $1`, orgId)
  await settled()
  const id = await anEnquiry(h, { orgId, kind: 'support', isUrgent: true })
  await q('update enquiries set created_at = $2, due_at = $3 where id = $1', id, at('20:00'), at('20:30'))
  await run('20:23')
  await run('20:30')
  expect(await eventsOf(anna)).toEqual([])
  await q('insert into on_call_alarms (org_id, enquiry_id) values ($1, $2)', orgId, id)
  await run('20:31')
  expect(await eventsOf(anna)).toEqual(['late'])
})

test('a moved moment reminds of nothing twice, and of nothing that had passed when it was moved', async () => {
  await wait(at('09:00'), at('13:00'))
  await run('12:00')
  await wait(at('09:00'), at('16:00', TUESDAY))
  for (const [time, day] of [['13:00'], ['15:00', TUESDAY], ['15:59', TUESDAY]] as const) await run(time, day)
  expect(await eventsOf(anna)).toEqual(['soon'])
  await run('16:00', TUESDAY)
  await wait(at('09:00'), at('09:00', '2030-01-16'))
  await run('10:00', '2030-01-16')
  expect(await eventsOf(anna)).toEqual(['soon', 'late'])
  await wait('2020-01-13T09:00Z', '2020-01-13T13:00Z')
  await run('10:00')
  expect(await eventsOf(anna)).toEqual(['soon', 'late'])
})

test('an answer ends the wait, and the customer’s next word begins another', async () => {
  await wait(at('09:00'), at('13:00'))
  await run('12:00')
  await wait(at('09:00'), null)
  await run('13:00')
  expect(await eventsOf(anna)).toEqual(['soon'])
  await wait(at('09:00', TUESDAY), at('13:00', TUESDAY))
  await run('12:00', TUESDAY)
  await run('13:00', TUESDAY)
  expect(await eventsOf(anna)).toEqual(['soon', 'soon', 'late'])
})

test('a ticket that is resolved and reopened in the same wait reminds of nothing twice', async () => {
  await wait(at('09:00'), at('13:00'))
  await run('12:00')
  await wait(at('09:00'), null)
  await wait(at('09:00'), at('13:00'))
  await run('12:30')
  await run('13:00')
  expect(await eventsOf(anna)).toEqual(['soon', 'late'])
})

test('an enquiry of Inkorg reminds its assignee, or all staff, in the bell and by mail', async () => {
  const id = await anEnquiry(h, { orgId })
  await q('update enquiries set created_at = $2, due_at = $3 where id = $1', id, at('09:00'), at('13:00'))
  await run('12:00')
  expect([await eventsOf(anna), await eventsOf(bo)]).toEqual([['soon'], ['soon']])
  await q('update enquiries set assigned_to = $2 where id = $1', id, bo.userId)
  await settled()
  jobs.mails.length = 0
  await run('13:00')
  expect([await eventsOf(anna), await eventsOf(bo)]).toEqual([['soon'], ['soon', 'given', 'late']])
  await settled()
  expect(jobs.mails.map(({ to, subject, text }) => [to, subject, text])).toEqual([
    [
      [bo.email],
      'Försenat: Meddelande från Sofia Lind',
      `Hej Bo,

En förfrågan skulle ha besvarats senast 2030-01-14 13:00:

Meddelande från Sofia Lind

Läs och svara:
${appUrl}/backoffice/inbox/${id}

Nordnät AB
`,
    ],
  ])
})
