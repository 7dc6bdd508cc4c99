// The form, the page after it, the receipt and the portal tell the same moment, at four times of the year.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { formTasks } from '#features/inbox/server/forms-mail.ts'
import { contact, fault, sendForm } from '#features/inbox/testing/form-site.ts'
import { momentText } from '#features/tickets/answer-moment.rules.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { until } from '#shared/testing/until.ts'
import { aFrontend } from '#tests/harness/frontend.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import * as site from '../render.tsx'
import { textOf } from '../testing/site-pages.ts'

let h: Harness
let orgId: string
let mail: MailJobs
beforeAll(async () => {
  h = await startHarness({ frontend: aFrontend(site) })
  orgId = (await h.anOrganization('Nordnät AB')).id
  await q(`update company_facts set emergency_phone = '0701112233' where org_id = $1`, orgId)
  mail = await startMailJobs(h, formTasks)
})
afterEach(async () => {
  vi.useRealTimers()
  // Dropping the triggers locks the tables, for which a job would wait with locks of its own.
  await until(async () => expect(await q(`select from ${queuedJobs} where task like 'enquiry-%'`)).toEqual([]))
  await q('drop function if exists moment_of_test() cascade')
  await q('delete from form_counters')
  mail.mails.length = 0
})
afterAll(async () => {
  await mail.stop()
  await h.stop()
})

const q = async (query: string, ...values: unknown[]) => (await h.test.superuser.query(query, values)).rows

/** The clock of the server, and that of the database for what arrives. */
async function at(moment: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) })
  await q(`create function moment_of_test() returns trigger language plpgsql as $$
    begin new.created_at := '${moment}'; return new; end $$`)
  for (const table of ['enquiries', 'tickets'])
    await q(`create trigger a_moment before insert on ${table} for each row execute function moment_of_test()`)
}

const momentsIn = (text: string) => text.match(/Räknat i våra öppettider: senast \S+ \d+ \S+ kl\. \d+\.\d\d/g) ?? []
const pageAt = async (url: string) => textOf((await h.app.inject({ url })).body)
/** The moments in the form, on the page after it, of the script, and in the receipt. */
async function tellings(path: string, fields: Record<string, string>) {
  const form = momentsIn(await pageAt(path))
  const script = (await sendForm(h, path, fields, { script: true })).json()
  const { headers } = await sendForm(h, path, fields)
  const page = momentsIn(await pageAt(String(headers.location)))
  vi.useRealTimers()
  await until(() => expect(mail.mails.filter(({ to }) => to[0] === fields.email)).toHaveLength(1))
  const receipt = mail.mails.find(({ to }) => to[0] === fields.email)
  return { form, page, script: [script.moment], receipt: momentsIn(receipt?.text ?? '') }
}

// From the cases of the specification, in a year that the database has not passed.
const cases = [
  ['on an ordinary day', '2027-11-23T08:00:00+01:00', 'tisdag 23 november kl. 12.00', 'onsdag 24 november kl. 8.00'],
  ['before Easter', '2027-03-25T16:00:00+01:00', 'tisdag 30 mars kl. 11.00', 'tisdag 30 mars kl. 16.00'],
  ['before midsummer', '2027-06-24T15:30:00+02:00', 'måndag 28 juni kl. 10.30', 'måndag 28 juni kl. 15.30'],
  [
    'in the night of a clock change',
    '2027-10-31T01:45:00+02:00',
    'måndag 1 november kl. 12.00',
    'tisdag 2 november kl. 8.00',
  ],
] as const

test.each(cases)('%s', async (_, now, faultBy, messageBy) => {
  const line = (moment: string) => [`Räknat i våra öppettider: senast ${moment}`]
  const everywhere = (moment: string) => ({
    form: line(moment),
    page: line(moment),
    script: line(moment),
    receipt: line(moment),
  })
  await at(now)
  const anna = await h.aPortalUser(await h.aCustomer({ orgId }))
  const before = (await h.as(anna).call(portal.promise, {})).answerBy.normal
  const ticket = await h.as(anna).call(portal.create, { body: { title: 'WiFi nere', description: 'x' } })
  expect([before, ticket.answerBy].map((moment) => momentText(moment ?? ''))).toEqual([
    ...line(faultBy),
    ...line(faultBy),
  ])
  expect(await tellings('/support', fault)).toEqual(everywhere(faultBy))
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  expect(await tellings('/kontakt', contact)).toEqual(everywhere(messageBy))
})

test.each(cases)('%s an urgent matter has the number to call and never a moment', async (_, now) => {
  await at(now)
  const anna = await h.aPortalUser(await h.aCustomer({ orgId }))
  const body = { title: 'Allt är nere', description: 'x', priority: 'urgent' } as const
  expect((await h.as(anna).call(portal.create, { body })).answerBy).toBeNull()
  const told = await tellings('/support', { ...fault, urgent: 'on' })
  expect([told.page, told.script, told.receipt]).toEqual([[], [undefined], []])
  expect(mail.mails.find(({ to }) => to[0] === fault.email)?.text).toContain('Ring oss gärna direkt: 070-111 22 33.')
})
