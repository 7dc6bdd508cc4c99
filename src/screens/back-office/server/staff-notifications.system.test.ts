// The matrix of what staff are notified of, in the bell and by mail, in each of its cells; and who is never notified.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { menuCounts } from '#features/inbox/menu-counts.contract.ts'
import { remindOfAnswers } from '#features/inbox/server/answer-reminders.ts'
import { deleteOldNotifications } from '#features/inbox/server/staff-notifications.queries.ts'
import { staffNotifications } from '#features/inbox/staff-notifications.contract.ts'
import { bulk } from '#features/tickets/bulk.contract.ts'
import { reminders } from '#features/tickets/reminders.contract.ts'
import { remindStaff } from '#features/tickets/server/due-reminders.ts'
import {
  emails,
  type MailHarness,
  type MailScenario,
  startMailHarness,
} from '#features/tickets/testing/mail-scenario.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import {
  choiceOf,
  defaultChoices,
  type NotificationEvent,
  notificationEvents,
} from '#features/users/notification-choices.rules.ts'
import { ownSettings } from '#features/users/own-settings.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import type { Person } from '#tests/harness/harness.ts'
import { appUrl } from '#tests/harness/mail-jobs.ts'

let harness: MailHarness
let s: MailScenario
let outsider: Person

beforeAll(async () => {
  harness = await startMailHarness()
})
beforeEach(async () => {
  s = await harness.aScenario()
  await harness.q('select start_ticket_numbers($1)', s.orgId)
  outsider = await harness.h.anAdmin({ orgId: (await harness.h.anOrganization('Annan AB')).id })
  await forget()
})
afterAll(() => harness.stop())

/** Forgets what the scenario has caused. */
async function forget() {
  await harness.settled()
  await harness.q('delete from staff_notifications')
  harness.mails.length = 0
}

const call = (person: Person) => harness.h.as(person).call
const params = () => ({ params: { id: s.ticketId } })
const choose = (person: Person, body: object) => call(person)(ownSettings.change, { body })
const listOf = (person: Person) => call(person)(staffNotifications.list, {})
const eventsOf = async (person: Person) => (await listOf(person)).map(({ event }) => event)
const unreadOf = async (person: Person) => (await call(person)(menuCounts.get, {})).notifications
const mailsTo = (person: Person) => harness.mails.filter(({ to }) => to.includes(person.email))

async function assign(by: Person, assignedTo: string | null) {
  const { version } = await call(by)(tickets.get, params())
  await call(by)(tickets.change, { ...params(), body: { assignedTo, version } })
}
const mention = (by: Person, person: Person, name: string) =>
  call(by)(tickets.comment, {
    ...params(),
    body: { comment: `@${name} kan du?`, isInternal: true, mentions: [person.userId] },
  })
const write = () => call(s.kim)(portal.comment, { ...params(), body: { comment: 'Det blinkar rött.' } })
const report = () =>
  call(s.kim)(portal.create, { body: { title: 'Skrivaren', description: 'Inget papper', priority: 'normal' } })
async function remind(person: Person) {
  const day = addDays(todayInStockholm(), 1)
  await call(person)(reminders.change, { ...params(), body: { remindOn: day } })
  await remindStaff(harness.h.database, new Date(`${day}T12:00:00Z`))
}

/** The customer of a ticket of Anna's has waited since nine for an answer at one. */
async function waitUntil(time: string) {
  await assign(s.anna, s.anna.userId)
  await harness.q(
    `update tickets set unanswered_since = '2030-01-14 09:00+01', due_at = '2030-01-14 13:00+01' where id = $1`,
    s.ticketId,
  )
  await remindOfAnswers(harness.h.database, new Date(`2030-01-14T${time}:00+01:00`))
}

/** What makes each event happen to Anna; nobody else is concerned, except by 'new'. */
const acts: Record<NotificationEvent, () => Promise<unknown>> = {
  given: () => assign(s.bo, s.anna.userId),
  customer: async () => {
    await assign(s.anna, s.anna.userId)
    await write()
  },
  new: report,
  due: () => remind(s.anna),
  mentioned: () => mention(s.bo, s.anna, 'Anna Berg'),
  soon: () => waitUntil('12:00'),
  late: () => waitUntil('13:00'),
}

const cells = notificationEvents.flatMap((event) =>
  [true, false].flatMap((bell) => [true, false].map((mail) => ({ event, bell, mail }))),
)

test.for(cells)('$event with bell $bell and mail $mail', async ({ event, bell, mail }) => {
  await choose(s.anna, { [choiceOf('bell', event)]: bell, [choiceOf('mail', event)]: mail })
  await acts[event]()
  await harness.settled()
  expect(await eventsOf(s.anna)).toEqual(bell ? [event] : [])
  expect(await unreadOf(s.anna)).toBe(bell ? 1 : 0)
  expect(mailsTo(s.anna)).toHaveLength(mail ? 1 : 0)
  expect(await eventsOf(s.bo)).toEqual(event === 'new' ? ['new'] : [])
  expect(mailsTo(s.bo)).toHaveLength(event === 'new' ? 1 : 0)
  expect(await eventsOf(outsider)).toEqual([])
  expect(mailsTo(outsider)).toEqual([])
})

test.for(notificationEvents)('without a choice %s follows the defaults', async (event) => {
  await acts[event]()
  await harness.settled()
  expect(await eventsOf(s.anna)).toEqual([event])
  expect(mailsTo(s.anna)).toHaveLength(defaultChoices[choiceOf('mail', event)] ? 1 : 0)
  expect(await call(s.anna)(ownSettings.read, {})).toMatchObject(defaultChoices)
})

test('a choice that is made before the mail is sent holds, and an assignee without mail is replaced by nobody', async () => {
  await assign(s.anna, s.anna.userId)
  await choose(s.anna, { mailCustomer: false, bellCustomer: false })
  await write()
  await harness.settled()
  expect(harness.mails.flatMap(({ to }) => to)).toEqual(emails(s.lo))
  expect([await eventsOf(s.anna), await eventsOf(s.bo)]).toEqual([[], []])
})

describe('nobody is notified', () => {
  test('of an own act: taking, opening for oneself, and mentioning oneself', async () => {
    await assign(s.anna, s.anna.userId)
    await mention(s.anna, s.anna, 'Anna Berg')
    const body = { title: 'Växel', description: 'x', customerId: s.customer.id, assignedTo: s.anna.userId }
    await call(s.anna)(tickets.create, { body })
    await call(s.anna)(tickets.comment, { ...params(), body: { comment: 'Vi kommer' } })
    await harness.settled()
    expect(await eventsOf(s.anna)).toEqual([])
    expect(mailsTo(s.anna)).toEqual([])
  })

  test('who is deactivated or has no role', async () => {
    const roleless = await harness.h.aTechnician(s)
    await harness.q('delete from user_roles where user_id = $1', roleless.userId)
    const gone = await harness.h.aTechnician(s)
    await call(gone)(reminders.change, { ...params(), body: { remindOn: addDays(todayInStockholm(), 1) } })
    await harness.disable(gone)
    await report()
    await write()
    await remindStaff(harness.h.database, new Date(`${addDays(todayInStockholm(), 1)}T12:00:00Z`))
    await harness.settled()
    const { rows } = await harness.q('select distinct user_id from staff_notifications')
    expect(rows.map((row) => String(row.user_id)).toSorted()).toEqual([s.anna.userId, s.bo.userId].toSorted())
    expect([...mailsTo(gone), ...mailsTo(roleless)]).toEqual([])
  })

  test('twice of one act', async () => {
    await assign(s.bo, s.anna.userId)
    await forget()
    await write()
    await harness.settled()
    expect(await eventsOf(s.anna)).toEqual(['customer'])
    expect(mailsTo(s.anna)).toHaveLength(1)
  })
})

test('of a ticket that nobody has all staff are notified when the customer writes', async () => {
  await write()
  await harness.settled()
  expect([await eventsOf(s.anna), await eventsOf(s.bo)]).toEqual([['customer'], ['customer']])
})

test('a ticket that staff open for a colleague is given, and not new', async () => {
  const body = { title: 'Växel', description: 'x', customerId: s.customer.id, assignedTo: s.anna.userId }
  await call(s.bo)(tickets.create, { body })
  expect([await eventsOf(s.anna), await eventsOf(s.bo)]).toEqual([['given'], []])
})

test('who loses the ticket before reading that it was given is not told of it', async () => {
  await assign(s.bo, s.anna.userId)
  await assign(s.bo, null)
  expect(await eventsOf(s.anna)).toEqual([])
})

test('undo of a bulk change tells the former assignee nothing, and leaves unread what was unread', async () => {
  const takeAndUndo = async () => {
    const { version } = await call(s.anna)(tickets.get, params())
    const body = { tickets: [{ id: s.ticketId, version }], assignedTo: s.anna.userId }
    const { id } = await call(s.anna)(bulk.change, { body })
    await call(s.anna)(bulk.undo, { params: { id: id ?? '' } })
  }
  await assign(s.bo, s.bo.userId)
  await takeAndUndo()
  expect(await eventsOf(s.bo)).toEqual([])
  await assign(s.anna, null)
  await assign(s.anna, s.bo.userId)
  await takeAndUndo()
  expect(await eventsOf(s.bo)).toEqual(['given'])
  expect(await unreadOf(s.bo)).toBe(1)
})

test('the list says who did what where, and a ticket’s or all are marked as read', async () => {
  await assign(s.bo, s.anna.userId)
  await write()
  const { id } = await report()
  expect(await listOf(s.anna)).toMatchObject([
    { event: 'new', by: 'Kim Lund', ticket: { id, title: 'Skrivaren', customerName: 'Kajens Café' }, readAt: null },
    { event: 'customer', by: 'Kim Lund', ticket: { id: s.ticketId, ticketNumber: 1001 }, enquiry: null },
    { event: 'given', by: 'Bo Ek', ticket: { title: 'WiFi nere' } },
  ])
  await call(s.anna)(staffNotifications.read, { body: { ticketId: s.ticketId } })
  expect((await listOf(s.anna)).map(({ readAt }) => readAt !== null)).toEqual([false, true, true])
  expect([await unreadOf(s.anna), await unreadOf(s.bo)]).toEqual([1, 1])
  await call(s.anna)(staffNotifications.read, { body: {} })
  expect([await unreadOf(s.anna), await unreadOf(s.bo)]).toEqual([0, 1])
})

test('after 90 days they are deleted, read or not', async () => {
  await report()
  await write()
  await harness.q(`update staff_notifications set created_at = now() - interval '90 days 1 hour' where event = 'new'`)
  await harness.h.database.as('jobs', deleteOldNotifications)
  expect(await eventsOf(s.anna)).toEqual(['customer'])
})

describe('mail', () => {
  test('about a mention names the ticket and the colleague, without the internal text', async () => {
    await acts.mentioned()
    await harness.settled()
    expect(mailsTo(s.anna).map(({ subject, text }) => [subject, text])).toEqual([
      [
        '[#1001] WiFi nere',
        `Hej Anna,

Bo Ek har nämnt dig i ärende #1001 (prioritet: akut):

WiFi nere
Kajens Café

Läs och svara:
${appUrl}/backoffice/tickets/${s.ticketId}

Nordnät AB
`,
      ],
    ])
  })

  test('about a reminder says so', async () => {
    await choose(s.anna, { mailDue: true })
    await acts.due()
    await harness.settled()
    expect(mailsTo(s.anna)[0]?.subject).toBe('Påminnelse: [#1001] WiFi nere')
    expect(mailsTo(s.anna)[0]?.text).toContain(
      'Du ville bli påmind om ärende #1001 (prioritet: akut):\n\nWiFi nere\nKajens Café',
    )
  })
})

describe('a reminder', () => {
  /** Monday, and the Friday before it. */
  const monday = '2027-01-11'
  const at = (day: string, time: string) => remindStaff(harness.h.database, new Date(`${day}T${time}:00+01:00`))
  const remindOn = (day: string) => call(s.anna)(reminders.change, { ...params(), body: { remindOn: day } })

  test('is reached when the company opens on its day, once', async () => {
    await harness.q(
      `update company_facts set day_hours = null, opens = '09:00', closes = '17:00' where org_id = $1`,
      s.orgId,
    )
    await remindOn(monday)
    await at(monday, '08:59')
    expect(await eventsOf(s.anna)).toEqual([])
    await Promise.all([at(monday, '09:00'), at(monday, '09:00'), at(monday, '09:00')])
    await at(addDays(monday, 3), '09:00')
    expect(await eventsOf(s.anna)).toEqual(['due'])
  })

  test('is reached at eight on a closed day, and later if nothing ran then', async () => {
    const sunday = addDays(monday, -1)
    await remindOn(sunday)
    await at(sunday, '07:59')
    expect(await eventsOf(s.anna)).toEqual([])
    await at(addDays(sunday, 2), '03:00')
    expect(await eventsOf(s.anna)).toEqual(['due'])
  })

  test('of another day is a new one, and a removed one is none', async () => {
    await remindOn(monday)
    await at(monday, '12:00')
    await remindOn(addDays(monday, 7))
    await at(addDays(monday, 7), '12:00')
    expect(await eventsOf(s.anna)).toEqual(['due', 'due'])
    await remindOn(addDays(monday, 8))
    await call(s.anna)(reminders.change, { ...params(), body: { remindOn: null } })
    await at(addDays(monday, 9), '12:00')
    expect(await eventsOf(s.anna)).toHaveLength(2)
  })
})
