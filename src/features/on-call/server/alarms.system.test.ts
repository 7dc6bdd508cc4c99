// The chain of an alarm: whom it reaches when, once each, and what ends it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { menuCounts } from '#features/inbox/menu-counts.contract.ts'
import { staffNotifications } from '#features/inbox/staff-notifications.contract.ts'
import { merging } from '#features/tickets/merging.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { bellEvents } from '#features/users/notification-choices.rules.ts'
import { ownSettings } from '#features/users/own-settings.contract.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { addDays } from '#shared/dates.rules.ts'
import type { Person } from '#tests/harness/harness.ts'
import { appUrl } from '#tests/harness/mail-jobs.ts'
import { ALARM_OVER, onCall } from '../on-call.contract.ts'
import { type OnCallHarness, type OnCallScenario, startOnCallHarness } from '../testing/on-call-scenario.ts'
import { stepAlarm, stepAlarms } from './alarm-steps.ts'

let harness: OnCallHarness
let s: OnCallScenario
let other: Database

beforeAll(async () => {
  harness = await startOnCallHarness()
  other = openDatabase({ ...harness.h.test.connection, max: 3 })
})
beforeEach(async () => {
  await harness.settled()
  await harness.q('delete from on_call_alarms')
  harness.mails.length = 0
  s = await harness.aScenario()
})
afterAll(async () => {
  await other.close()
  await harness.stop()
})

const start = Date.now()
const atMinute = (minutes: number) => new Date(start + minutes * 60_000)
const step = (minutes: number, database = harness.h.database) => stepAlarms(database, atMinute(minutes))
const onCallOf = async (person: Person) => (await call(person)(menuCounts.get, {})).onCall
const alarmed = () => harness.alarmed(s.anna, s.bo, s.cia)
const call = (person: Person) => harness.h.as(person).call
const takeAs = (id: string) => (person: Person) => call(person)(onCall.take, { params: { id } })
const take = async (person: Person) => takeAs((await s.alarm())?.id)(person)
const eventsOf = async (person: Person) =>
  (await call(person)(staffNotifications.list, {})).map(({ event }) => event).filter((event) => event === 'alarm')

/** Reports, and waits until the first has been alarmed. */
async function reported() {
  const id = await s.report()
  await harness.settled()
  // As if it had been at the beginning of the test's own time.
  await harness.q(`update on_call_alarms set next_at = $1 where next_at is not null`, atMinute(10))
  return id
}

describe('an urgent ticket of a login outside opening hours', () => {
  test('alarms at once whoever has jour, by mail and in the bell, and nobody else', async () => {
    const id = await s.report()
    expect(await alarmed()).toEqual(['Anna'])
    expect([await eventsOf(s.anna), await eventsOf(s.bo)]).toEqual([['alarm'], []])
    const mail = harness.mails.find(({ subject }) => subject.startsWith('Jour:'))
    expect(mail?.subject).toMatch(/^Jour: Akut ärende #\d+ Kassan står still$/)
    expect(mail?.text).toContain(`Öppna och tryck på Jag tar den:\n${appUrl}/backoffice/tickets/${id}\n`)
  })

  test('then every ten minutes the next, then all, and after two hours once an hour', async () => {
    await reported()
    await step(9)
    expect(await s.steps()).toEqual(['Anna'])
    await step(10)
    await step(11)
    expect(await s.steps()).toEqual(['Anna', 'Bo'])
    await step(20)
    expect(await s.steps()).toEqual(['Anna', 'Bo', 'Anna Bo Cia'])
    expect(await alarmed()).toEqual(['Anna', 'Anna', 'Bo', 'Bo', 'Cia'])
    for (let minutes = 30; minutes <= 110; minutes += 10) await step(minutes)
    expect(await s.steps()).toHaveLength(12)
    for (let minutes = 120; minutes <= 230; minutes += 10) await step(minutes)
    expect(await s.steps()).toHaveLength(14)
    expect(await s.alarm()).toMatchObject({ ended_at: null })
  })

  test('reaches a person who has chosen no mail and nothing in the bell', async () => {
    const none = { bellNew: false, mailNew: false, bellGiven: false, mailGiven: false }
    await call(s.anna)(ownSettings.change, { body: none })
    await s.report()
    expect(await alarmed()).toEqual(['Anna'])
    expect(bellEvents).toContain('alarm')
    expect(await eventsOf(s.anna)).toEqual(['alarm'])
  })

  test('waits while nobody has jour, and then alarms whoever has it', async () => {
    await s.fill([s.today, addDays(s.today, 1)], [])
    await s.fill([addDays(s.today, 2)], [s.cia])
    await s.report()
    await step(60)
    expect(await s.steps()).toEqual([])
    expect(await onCallOf(s.anna)).toMatchObject({ people: [], alarms: [] })
    await step(2 * 24 * 60)
    expect(await s.steps()).toEqual(['Cia'])
  })

  test('goes on to those who have it since eight o’clock', async () => {
    await reported()
    await s.fill([s.today, addDays(s.today, 1)], [s.cia])
    await step(10)
    expect(await s.steps()).toEqual(['Anna', 'Cia'])
  })
})

describe('once each', () => {
  test('after a restart: a job that runs again takes no step', async () => {
    await reported()
    const key = { orgId: s.orgId, alarmId: (await s.alarm())?.id }
    await stepAlarm(harness.h.database, key, atMinute(1))
    await stepAlarm(other, key, atMinute(10))
    await stepAlarm(other, key, atMinute(10))
    expect(await s.steps()).toEqual(['Anna', 'Bo'])
  })

  test('of two processes that step at the same moment', async () => {
    await reported()
    await Promise.all([step(10), step(10, other), step(10), step(10, other)])
    expect(await s.steps()).toEqual(['Anna', 'Bo'])
    expect(await alarmed()).toEqual(['Anna', 'Bo'])
  })

  test('with a clock that jumps a day forwards: one step, the next ten minutes later', async () => {
    await reported()
    await s.fill([addDays(s.today, 2)], [s.anna, s.bo])
    await step(24 * 60)
    await step(24 * 60 + 1)
    expect(await s.steps()).toEqual(['Anna', 'Bo'])
    await step(24 * 60 + 10)
    expect(await s.steps()).toHaveLength(3)
  })

  test('with a clock that jumps back: nobody again, and the next ten minutes later', async () => {
    await reported()
    await s.fill([addDays(s.today, -1)], [s.anna, s.bo])
    await step(-180)
    await step(-179)
    expect(await s.steps()).toEqual(['Anna'])
    await step(-170)
    expect(await s.steps()).toEqual(['Anna', 'Bo'])
  })

  test('a mail that is sent late does not come when somebody has taken it', async () => {
    await reported()
    await harness.q(`update on_call_alarms set ended_at = now(), ended_as = 'answered'`)
    await harness.q(
      `select jobs.enqueue('on-call-alarm-mail', json_build_object('orgId', org_id, 'alarmId', id, 'userId', $1::uuid), 1)
      from on_call_alarms`,
      s.bo.userId,
    )
    expect(await alarmed()).toEqual(['Anna'])
  })
})

describe('within opening hours', () => {
  // A Tuesday, with the hours that a company begins with: eight to five.
  const at = (time: string) => new Date(`2026-11-24T${time}:00+01:00`)
  beforeEach(async () => {
    await harness.q(
      'update company_facts set day_hours = null, hours_from = first_work_date() where org_id = $1',
      s.orgId,
    )
    await s.fill(['2026-11-23', '2026-11-24'], [s.anna, s.bo])
    // Without the job of its arrival.
    const ticket = [s.orgId, uuidv7(), s.customer.id]
    await harness.q(
      `insert into tickets (org_id, id, ticket_number, customer_id, title, description) values ($1, $2, 7, $3, 'x', 'x')`,
      ...ticket,
    )
    await harness.q('insert into on_call_alarms (org_id, ticket_id) values ($1, $2)', ...ticket.slice(0, 2))
  })
  const arriveAt = (time: string) =>
    harness.q('update on_call_alarms set arrived_at = $2 where org_id = $1', s.orgId, at(time))

  const stepAt = async (...times: string[]) => {
    for (const time of times) await stepAlarms(harness.h.database, at(time))
  }

  test('nobody is alarmed: it is a ticket like any other', async () => {
    await arriveAt('08:00')
    await stepAt('17:30')
    expect(await s.steps()).toEqual([])
    expect(await s.alarm()).toMatchObject({ ended_as: 'open' })
  })

  test('an alarm that nobody has taken rests, and goes on when the company closes', async () => {
    await arriveAt('07:45')
    await stepAt('07:45', '07:55', '08:00', '08:05', '16:59')
    expect(await s.steps()).toEqual(['Anna', 'Bo'])
    expect(await s.alarm()).toMatchObject({ ended_at: null })
    expect((await onCallOf(s.bo)).alarms).toHaveLength(1)
    await stepAt('17:00')
    expect(await s.steps()).toEqual(['Anna', 'Bo', 'Anna Bo Cia'])
  })

  test('so does one that has reached nobody, as nobody had jour', async () => {
    await s.fill(['2026-11-23', '2026-11-24'], [])
    await arriveAt('07:45')
    await stepAt('07:45', '08:05')
    await s.fill(['2026-11-24'], [s.cia])
    await stepAt('12:00', '17:00')
    expect(await s.steps()).toEqual(['Cia'])
  })

  test('a clock that is within them for a minute ends no alarm, and holds no mail back', async () => {
    await arriveAt('05:00')
    await stepAt('05:00', '09:00', '05:01', '05:09')
    expect(await s.steps()).toEqual(['Anna'])
    await stepAt('05:10')
    expect(await s.steps()).toEqual(['Anna', 'Bo'])
    expect(await alarmed()).toEqual(['Anna', 'Bo'])
  })

  test('at closing time somebody is', async () => {
    await arriveAt('17:00')
    await stepAt('17:00')
    expect(await s.steps()).toEqual(['Anna'])
  })
})

describe('Jag tar den', () => {
  test('assigns the ticket and ends the alarm', async () => {
    const id = await reported()
    expect(await onCallOf(s.bo)).toMatchObject({
      alarms: [{ ticket: { id, title: 'Kassan står still' }, enquiry: null, steps: [{ people: ['Anna Berg'] }] }],
    })
    await take(s.bo)
    await take(s.bo)
    expect((await call(s.bo)(tickets.get, { params: { id } })).assignee).toMatchObject({ fullName: 'Bo Ek' })
    expect((await onCallOf(s.bo)).alarms).toEqual([])
    await step(30)
    expect(await s.steps()).toEqual(['Anna'])
    expect(await s.alarm()).toMatchObject({ ended_as: 'taken', taken_by: s.bo.userId })
  })

  test('of an enquiry too', async () => {
    const id = await s.submit()
    await harness.q('insert into on_call_alarms (org_id, enquiry_id) values ($1, $2)', s.orgId, id)
    await take(s.anna)
    expect((await call(s.anna)(enquiries.get, { params: { id } })).assignee).toMatchObject({ fullName: 'Anna Berg' })
  })

  test('of people who press at once gives it to one, and tells the others who', async () => {
    const id = await reported()
    const people = [s.anna, s.bo, s.cia]
    const outcomes = await Promise.allSettled(people.map(takeAs((await s.alarm())?.id)))
    const { assignee } = await call(s.anna)(tickets.get, { params: { id } })
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(2)
    for (const { reason } of refused)
      expect(reason).toMatchObject({ status: 409, message: `${assignee?.fullName} har redan tagit den` })
    expect(outcomes[people.findIndex(({ userId }) => userId === assignee?.id)]?.status).toBe('fulfilled')
  })

  test('of one who was given it meanwhile names that person, and is over when it is done', async () => {
    const id = await reported()
    const { version } = await call(s.cia)(tickets.get, { params: { id } })
    await call(s.cia)(tickets.change, { params: { id }, body: { assignedTo: s.anna.userId, version } })
    await expect(take(s.bo)).rejects.toMatchObject({ status: 409, message: 'Anna Berg har redan tagit den' })
    await harness.q(`update on_call_alarms set ended_as = 'done', taken_by = null`)
    await expect(take(s.bo)).rejects.toMatchObject({ status: 409, message: ALARM_OVER })
  })
})

describe('an alarm ends when', () => {
  const change = (body: object) => async (id: string) => {
    const { version } = await call(s.bo)(tickets.get, { params: { id } })
    await call(s.bo)(tickets.change, { params: { id }, body: { ...body, version } })
  }
  const answer = (isInternal: boolean) => async (id: string) =>
    void (await call(s.bo)(tickets.comment, { params: { id }, body: { comment: 'Vi ringer.', isInternal } }))
  const merge = async (id: string) => {
    const body = { title: 'Samma', description: 'x', customerId: s.customer.id }
    const { id: into } = await call(s.bo)(tickets.create, { body })
    const { version } = await call(s.bo)(tickets.get, { params: { id } })
    await call(s.bo)(merging.merge, { params: { id }, body: { into, version } })
  }

  test.for([
    { name: 'it is assigned', act: () => change({ assignedTo: s.cia.userId }), as: 'assigned' },
    { name: 'it is resolved', act: () => change({ status: 'resolved' }), as: 'done' },
    { name: 'it is urgent no more', act: () => change({ priority: 'high' }), as: 'lowered' },
    { name: 'it is answered', act: () => answer(false), as: 'answered' },
    { name: 'it is merged', act: () => merge, as: 'merged' },
  ])('$name', async ({ act, as }) => {
    const id = await reported()
    await answer(true)(id)
    expect(await s.alarm()).toMatchObject({ ended_at: null })
    await act()(id)
    expect(await s.alarm()).toMatchObject({ ended_as: as })
    await step(10)
    expect(await s.steps()).toEqual(['Anna'])
  })

  test.for([
    { name: 'lowered and raised', acts: [change({ priority: 'low' }), change({ priority: 'urgent' })] },
    { name: 'resolved and opened', acts: [change({ status: 'resolved' }), change({ status: 'open' })] },
    { name: 'handed back', acts: [() => take(s.bo), change({ assignedTo: null })] },
  ])('it goes on for a ticket that is $name', async ({ acts }) => {
    const id = await reported()
    for (const act of acts) await act(id)
    expect(await s.alarm()).toMatchObject({ ended_at: null, taken_by: null })
    await step(10)
    expect(await s.steps()).toEqual(['Anna', 'Bo'])
  })

  test('it does not for one that somebody answered, or after an hour', async () => {
    const [answered, old] = [await reported(), await reported()]
    await answer(false)(answered)
    for (const id of [answered, old]) await change({ priority: 'low' })(id)
    await harness.q(`update on_call_alarms set ended_at = ended_at - interval '61 minutes' where ticket_id = $1`, old)
    for (const id of [answered, old]) await change({ priority: 'urgent' })(id)
    const rows = await harness.q('select ended_at from on_call_alarms where org_id = $1', s.orgId)
    expect(rows.map(({ ended_at }) => ended_at)).not.toContain(null)
  })

  test.for([
    { name: 'done', set: 'done_at = now(), read_at = now()', as: 'done' },
    {
      name: 'assigned',
      set: `assigned_to = (select id from profiles where full_name = 'Bo Ek' and org_id = enquiries.org_id)`,
      as: 'assigned',
    },
    { name: 'suspected spam', set: 'is_suspect = true', as: 'done' },
  ])('its enquiry is $name', async ({ set, as }) => {
    const id = await s.submit()
    await harness.q('insert into on_call_alarms (org_id, enquiry_id) values ($1, $2)', s.orgId, id)
    await harness.q(`update enquiries set ${set} where id = $1`, id)
    expect(await s.alarm()).toMatchObject({ ended_as: as })
  })

  test('its enquiry is answered', async () => {
    const id = await s.submit()
    await harness.q('insert into on_call_alarms (org_id, enquiry_id) values ($1, $2)', s.orgId, id)
    await call(s.bo)(enquiries.reply, { params: { id }, body: { text: 'Vi ringer.' } })
    expect(await s.alarm()).toMatchObject({ ended_at: expect.any(Date) })
  })
})
