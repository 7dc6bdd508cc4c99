import { afterAll, beforeAll, expect, test } from 'vitest'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { menuCounts } from '#features/inbox/menu-counts.contract.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { dashboard } from '../dashboard.contract.ts'
import { readDashboard } from './dashboard.queries.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

async function anOrganizationWithTime() {
  const { id: orgId } = await h.anOrganization()
  const person = await h.aTechnician({ orgId })
  const hours = async (name: string, rows: [workDate: string, timeTo: string, reported?: boolean][]) => {
    const customer = await h.aCustomer({ orgId, name })
    for (const [workDate, timeTo, reported = false] of rows) {
      await h.test.superuser.query(
        `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by, minutes, reported, reported_at)
         values ($1, gen_random_uuid(), $2, $3, $4, '08:00', $5, $2, 1, $6, case when $6 then now() end)`,
        [orgId, person.userId, customer.id, workDate, timeTo, reported],
      )
    }
    return customer
  }
  return { orgId, person, hours }
}

test('the figures cover unreported time, the current month and the five customers with most open time', async () => {
  const { person, hours } = await anOrganizationWithTime()
  await hours('A', [
    ['2026-11-20', '09:00'],
    ['2025-01-01', '10:00'],
    ['2026-11-02', '12:00', true],
  ])
  for (const [index, name] of ['B', 'C', 'D', 'E', 'F'].entries())
    await hours(name, [['2026-10-30', `${10 + index}:00`]])
  await hours('Utan tid', [])
  const shown = await h.database.asActor(
    person.sessionId,
    () => undefined,
    (db, actor) => readDashboard(db, actor as StaffActor, '2026-11-21'),
  )
  expect(shown.unreported).toEqual({ rows: 7, minutes: 60 + 120 + (2 + 3 + 4 + 5 + 6) * 60 })
  expect(shown.currentMonth).toEqual({ month: '2026-11', minutes: 60 + 240 })
  expect(shown.customers).toBe(7)
  expect(shown.topCustomers.map(({ customer, minutes }) => [customer.name, minutes])).toEqual([
    ['F', 360],
    ['E', 300],
    ['D', 240],
    ['A', 180],
    ['C', 180],
  ])
  expect(shown.weeks).toHaveLength(12)
  expect(shown.weeks.at(-1)).toEqual({ monday: '2026-11-16', minutes: 60 })
  expect(shown.weeks.at(-4)).toEqual({ monday: '2026-10-26', minutes: 1200 })
  expect(shown.week.days[4]).toEqual({ date: '2026-11-20', minutes: 60, expectedMinutes: 480 })
})

test('A-63: two organizations with the same data each see only their own', async () => {
  const [ours, theirs] = [await anOrganizationWithTime(), await anOrganizationWithTime()]
  for (const { hours } of [ours, theirs]) await hours('Samma AB', [['2026-11-20', '09:00']])
  for (const { person } of [ours, theirs]) {
    expect(await h.as(person).call(dashboard.get, {})).toMatchObject({
      unreported: { rows: 1, minutes: 60 },
      customers: 1,
    })
  }
})

test('the week shows the user’s own time, not a colleague’s', async () => {
  const { orgId, hours } = await anOrganizationWithTime()
  const colleague = await h.aTechnician({ orgId })
  await hours('A', [[todayInStockholm(), '09:30']])
  const { week, weeks } = await h.as(colleague).call(dashboard.get, {})
  expect(week.days.map(({ minutes }) => minutes)).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect(weeks.at(-1)?.minutes).toBe(90)
})

test('the menu counts unread and urgent enquiries and the tickets in the Dashboard’s list to do, which has both', async () => {
  const { id: orgId } = await h.anOrganization()
  const person = await h.aTechnician({ orgId })
  const portalUser = await h.aPortalUser(await h.aCustomer({ orgId }))
  const body = { title: 'WiFi nere', description: 'Inget nät', priority: 'urgent' as const }
  const { id } = await h.as(portalUser).call(portal.create, { body })
  await anEnquiry(h, { orgId })
  const urgent = await anEnquiry(h, { orgId, kind: 'support', isUrgent: true })
  await h.as(person).call(enquiries.read, { params: { id: urgent } })
  expect(await h.as(person).call(menuCounts.get, {})).toEqual({
    urgent: 1,
    unassigned: 1,
    mine: 0,
    waiting: 1,
    attention: 1,
    inbox: { unread: 1, urgent: 1, attention: 2 },
    // Of the ticket; the enquiries came before the bell.
    notifications: 1,
    mail: { mailboxes: [], outage: null, isSending: false },
    onCall: { people: [], until: expect.any(String), lastDay: null, gaps: [], alarms: [] },
  })
  const { toDo } = await h.as(person).call(dashboard.get, {})
  expect(toDo).toMatchObject([
    { type: 'ticket', id, title: 'WiFi nere', priority: 'urgent' },
    { id: urgent },
    { type: 'enquiry' },
  ])
})
