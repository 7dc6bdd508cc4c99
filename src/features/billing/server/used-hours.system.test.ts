// The job that stores used hours and notifies the administrators.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { time } from '#features/time/time.contract.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { dashboard } from '#screens/back-office/dashboard.contract.ts'
import { customerScreen } from '#screens/customer/customer-screen.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { addDays, monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { appUrl, type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { agreements } from '../agreements.contract.ts'
import { prepaidHours } from '../prepaid-hours.contract.ts'
import { aTerms } from '../testing/terms.ts'
import { agreementTasks, USED_HOURS_CHECK } from './used-hours-tasks.ts'

let h: Harness
let jobs: MailJobs
let admin: Person
let technician: Person
let orgId: string
let customer: { id: string; orgId: string }

const today = todayInStockholm()
const terms = (name: string, includedMinutes: number) =>
  h.as(admin).call(agreements.createTerms, {
    body: aTerms({ name, roundTo: 0, includedMinutes, afterHoursDrawdowns: true }),
  })

beforeAll(async () => {
  h = await startHarness()
  jobs = await startMailJobs(h, agreementTasks)
  orgId = (await h.anOrganization('Nordnät AB')).id
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
  await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
  const { id: termsId } = await terms('Utan timmar', 0)
  await h.as(admin).call(agreements.setDefault, { body: { validFrom: '2020-01-01', termsId } })
})
beforeEach(async () => {
  customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

async function mails() {
  await until(async () => {
    const { rowCount } = await h.test.superuser.query(`select from ${queuedJobs}`)
    expect(rowCount).toBe(0)
  })
  return jobs.mails.splice(0).map(({ to, subject, text }) => ({ to, subject, text }))
}
const work = (timeFrom: string, timeTo: string) =>
  h.as(technician).call(time.create, { body: { customerId: customer.id, workDate: today, timeFrom, timeTo } })
const buy = (given: object = {}) =>
  h.as(admin).call(prepaidHours.create, {
    params: { id: customer.id },
    body: { boughtOn: addDays(today, -1), validUntil: null, minutes: 100, priceOre: 0, ...given },
  })
const shown = async () => (await h.as(technician).call(customerScreen.get, { params: { id: customer.id } })).hours
const runningOut = async () =>
  (await h.as(technician).call(dashboard.get, {})).runningOut.rows.filter((row) => row.customer.id === customer.id)

test('administrators get one mail at 80 and 100 percent; staff and company logins see the use', async () => {
  await buy()
  expect(await mails()).toEqual([])
  expect(await shown()).toMatchObject([{ kind: 'pot', minutes: 100, usedMinutes: 0 }])
  await work('09:00', '10:19')
  expect(await mails()).toEqual([])
  expect(await runningOut()).toEqual([])
  const { id } = await work('10:30', '10:31')
  const [mail, ...more] = await mails()
  expect([mail?.to, mail?.subject, more]).toEqual([
    [admin.email],
    'Åkeriet AB: timmarna är snart slut – Nordnät AB',
    [],
  ])
  expect(mail?.text).toContain(`har använt 1,33 av 1,67 tim av timbanken som köptes ${addDays(today, -1)}`)
  expect(mail?.text).toContain(`${appUrl}/backoffice/customers/${customer.id}/agreement`)
  expect(await runningOut()).toMatchObject([{ hours: { kind: 'pot', usedMinutes: 80 } }])
  // Using less and then as much again gives no second mail.
  await h.as(technician).call(time.remove, { params: { id } })
  await work('10:30', '10:31')
  expect(await mails()).toEqual([])
  await work('11:00', '12:00')
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Åkeriet AB: timmarna är slut – Nordnät AB'])
  expect(await shown()).toMatchObject([{ kind: 'pot', minutes: 100, usedMinutes: 100 }])
  // With other prepaid hours left, nothing is about to run out.
  await buy({ minutes: 600 })
  await mails()
  expect(await runningOut()).toEqual([])
})

test('included hours give the same mails, and a new month begins unused', async () => {
  const { id: termsId } = await terms('Med timmar', 60)
  await h.as(admin).call(agreements.setOfCustomer, {
    params: { id: customer.id },
    body: { validFrom: `${monthOf(today)}-01`, termsId },
  })
  await work('09:00', '10:30')
  const [mail] = await mails()
  expect(mail?.subject).toBe('Åkeriet AB: timmarna är slut – Nordnät AB')
  expect(mail?.text).toContain('har använt 1 av 1 tim av timmarna som ingår i ')
  const included = { kind: 'included', month: monthOf(today), minutes: 60, usedMinutes: 60 }
  expect(await shown()).toEqual([included])
  expect(await runningOut()).toMatchObject([{ hours: included }])
  // The next run replaces the row of the past month.
  await h.test.superuser.query(`update used_hours set month = month - interval '1 month' where customer_id = $1`, [
    customer.id,
  ])
  expect(await shown()).toEqual([])
  await h.database.as('jobs', (db) => enqueue(db, USED_HOURS_CHECK, {}))
  await mails()
  expect(await shown()).toEqual([included])
})

test('A-447: only the customer’s logins that see the whole company read its hours', async () => {
  await buy()
  await mails()
  const [boss, colleague] = [await h.aPortalUser(customer), await h.aPortalUser(customer)]
  const outsider = await h.aPortalUser(await h.aCustomer({ orgId }))
  await h.test.superuser.query('update customer_users set sees_company = false where user_id = $1', [colleague.userId])
  const hoursOf = async (person: Person) => (await h.as(person).call(portal.list, { query: {} })).hours
  expect(await hoursOf(boss)).toMatchObject([{ kind: 'pot', minutes: 100, usedMinutes: 0 }])
  expect(await hoursOf(colleague)).toEqual([])
  expect(await hoursOf(outsider)).toEqual([])
})

test('removed and expired prepaid hours are not shown', async () => {
  const [prepaid] = await buy({ boughtOn: addDays(today, -40), validUntil: addDays(today, -1) })
  await mails()
  expect(await shown()).toEqual([])
  const [other] = await buy()
  await mails()
  expect(await shown()).toHaveLength(1)
  for (const one of [prepaid, other]) await h.as(admin).call(prepaidHours.remove, { params: { id: one?.id ?? '' } })
  await mails()
  expect(await shown()).toEqual([])
})
