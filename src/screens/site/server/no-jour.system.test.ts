// What the sender of an urgent matter is told outside opening hours: on the site, in the receipt and in the portal.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { formTasks } from '#features/inbox/server/forms-mail.ts'
import { fault, sendForm } from '#features/inbox/testing/form-site.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { until } from '#shared/testing/until.ts'
import { aFrontend } from '#tests/harness/frontend.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import * as site from '../render.tsx'
import { textOf } from '../testing/site-pages.ts'

const NIGHT = '2026-11-24T22:00:00+01:00'
const NO_JOUR = 'Ingen har jour nu: vi läser det när vi öppnar, onsdag kl. 8.00.'

let h: Harness
let orgId: string
let technician: Person
let mail: MailJobs
const q = (query: string, ...values: unknown[]) => h.test.superuser.query(query, values)
beforeAll(async () => {
  h = await startHarness({ frontend: aFrontend(site) })
  orgId = (await h.anOrganization('Nordnät AB')).id
  technician = await h.aTechnician({ orgId })
  mail = await startMailJobs(h, (parts) => formTasks({ ...parts, now: () => new Date(NIGHT) }))
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NIGHT) })
  await q('delete from on_call_days')
  await q('delete from form_counters')
  mail.mails.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await mail.stop()
  await h.stop()
})

const list = (day: string) =>
  q('insert into on_call_days (org_id, day, position, user_id) values ($1, $2, 1, $3)', orgId, day, technician.userId)

/** What each place tells, in another minute than the test before, as the site asks once a minute. */
let minutes = 0
async function told() {
  minutes += 1
  vi.setSystemTime(new Date(NIGHT).getTime() + minutes * 60_000)
  const anna = await h.aPortalUser(await h.aCustomer({ orgId }))
  const { noJour } = await h.as(anna).call(portal.promise, {})
  const form = textOf((await h.app.inject({ url: '/support' })).body)
  const { headers } = await sendForm(h, '/support', { ...fault, urgent: 'on' })
  const page = textOf((await h.app.inject({ url: String(headers.location) })).body)
  const script = await sendForm(h, '/support', { ...fault, issue: 'Larmet', urgent: 'on' }, { script: true })
  vi.useRealTimers()
  await until(() => expect(mail.mails.some(({ to }) => to[0] === fault.email)).toBe(true))
  const receipt = mail.mails.find(({ to }) => to[0] === fault.email)?.text ?? ''
  return [noJour ?? '', form, page, script.json().urgent.promise, receipt].map((text) => [
    text.includes(NO_JOUR),
    text.includes('Vi återkommer omedelbart.'),
  ])
}

test.each([
  ['now', '2026-11-25'],
  ['since a day', '2026-11-23'],
  ['since years, as the list ran out', '2025-05-01'],
])('when nobody has jour %s: when it is read, instead of the promise', async (_, day) => {
  await list(day)
  expect(await told()).toEqual([
    [true, false],
    [true, false],
    [true, false],
    [true, false],
    [true, false],
  ])
})

const promised = [
  [false, false],
  [false, true],
  [false, true],
  [false, true],
  [false, true],
]
test('while somebody has jour the promise stands', async () => {
  await list('2026-11-24')
  expect(await told()).toEqual(promised)
})

test('a company that does not use jour says nothing of it', async () => {
  expect(await told()).toEqual(promised)
})
