// An enquiry that is given to a colleague: the bell and mail, as each person chooses.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownSettings } from '#features/users/own-settings.contract.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { appUrl, type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { enquiries } from '../enquiries.contract.ts'
import { staffNotifications } from '../staff-notifications.contract.ts'
import { anEnquiry } from '../testing/an-enquiry.ts'
import { inboxTasks } from './tasks.ts'

let h: Harness
let jobs: MailJobs
let anna: Person
let bo: Person
let id: string

beforeAll(async () => {
  h = await startHarness()
  jobs = await startMailJobs(h, inboxTasks)
})
beforeEach(async () => {
  const { id: orgId } = await h.anOrganization('Nordnät AB')
  anna = await h.aTechnician({ orgId, fullName: 'Anna Berg' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  id = await anEnquiry(h, { orgId, kind: 'support', isUrgent: true })
  jobs.mails.length = 0
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

const give = async (by: Person, assignedTo: string) => {
  const { version } = await h.as(by).call(enquiries.get, { params: { id } })
  await h.as(by).call(enquiries.change, { params: { id }, body: { assignedTo, version } })
}
const settled = () =>
  until(async () => {
    const { rowCount } = await h.test.superuser.query(`select from ${queuedJobs} where last_error is null`)
    expect(rowCount).toBe(0)
  })
const listOf = (person: Person) => h.as(person).call(staffNotifications.list, {})

test('the colleague finds it in the bell and gets a mail', async () => {
  await give(anna, bo.userId)
  await settled()
  expect(await listOf(bo)).toMatchObject([{ event: 'given', by: 'Anna Berg', ticket: null, enquiry: { id } }])
  expect(jobs.mails.map(({ to, subject, text }) => [to, subject, text])).toEqual([
    [
      [bo.email],
      'Akut felanmälan från Sofia Lind',
      `Hej Bo,

Anna Berg har gett dig en förfrågan:

Akut felanmälan från Sofia Lind

Läs och svara:
${appUrl}/backoffice/inbox/${id}

Nordnät AB
`,
    ],
  ])
})

test('nobody is told of taking one, and a declined choice is obeyed', async () => {
  await give(bo, bo.userId)
  await h.as(anna).call(ownSettings.change, { body: { bellGiven: false, mailGiven: false } })
  await give(bo, anna.userId)
  await settled()
  expect([await listOf(bo), await listOf(anna)]).toEqual([[], []])
  expect(jobs.mails).toEqual([])
})

test('who loses it before reading that it was given is not told of it', async () => {
  await give(anna, bo.userId)
  await give(anna, '')
  expect(await listOf(bo)).toEqual([])
})
