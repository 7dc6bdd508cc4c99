// Who wakes somebody outside opening hours, and who does not.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTerms } from '#features/billing/testing/terms.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Person } from '#tests/harness/harness.ts'
import { appUrl } from '#tests/harness/mail-jobs.ts'
import { type OnCallHarness, type OnCallScenario, startOnCallHarness } from '../testing/on-call-scenario.ts'

let harness: OnCallHarness
let s: OnCallScenario

beforeAll(async () => {
  harness = await startOnCallHarness()
})
beforeEach(async () => {
  await harness.settled()
  await harness.q('delete from on_call_alarms')
  harness.mails.length = 0
  s = await harness.aScenario()
})
afterAll(() => harness.stop())

const call = (person: Person) => harness.h.as(person).call
const alarmed = () => harness.alarmed(s.anna, s.bo, s.cia)
const wakes = async () => (await alarmed()).length > 0
const agree = async (includes: boolean, validFrom = '2026-01-01') => {
  const id = uuidv7()
  await harness.q(
    insertTerms(`select '${s.orgId}'::uuid as org_id, '${id}'::uuid as id, 'Avtal' as name, null::uuid as created_by`),
  )
  await harness.q('update terms set includes_on_call = $2 where id = $1', id, includes)
  await harness.q('insert into agreements values ($1, $2, $3, $4)', s.orgId, s.customer.id, validFrom, id)
}
const known = (email: string) => harness.q('update customers set email = $2 where id = $1', s.customer.id, email)

test('not the form of a stranger', async () => {
  await agree(true)
  await s.submit({ email: 'okand@example.se' })
  expect(await wakes()).toBe(false)
})

test('not the form with a customer’s address, unless the terms in force include jour', async () => {
  await known('Kassan@kajen.se')
  await s.submit({ email: 'kassan@kajen.se' })
  await agree(false)
  await agree(true, '2999-01-01')
  await s.submit({ email: 'kassan@kajen.se' })
  expect(await wakes()).toBe(false)
})

test('the form with a customer’s address whose terms in force include jour', async () => {
  await agree(false)
  await agree(true, '2026-06-01')
  const id = await s.submit({ email: s.kim.email.toUpperCase() })
  expect(await alarmed()).toEqual(['Anna'])
  const mail = harness.mails.find(({ subject }) => subject.startsWith('Jour:'))
  expect(mail).toMatchObject({ subject: 'Jour: Akut felanmälan från Sofia Lind' })
  expect(mail?.text).toContain(`${appUrl}/backoffice/inbox/${id}\n`)
})

test('by the company’s default terms too', async () => {
  await agree(true)
  await harness.q(
    `insert into default_terms select org_id, '2026-01-01', terms_id from agreements where org_id = $1`,
    s.orgId,
  )
  await harness.q('delete from agreements where org_id = $1', s.orgId)
  await known('kassan@kajen.se')
  await s.submit({ email: 'kassan@kajen.se' })
  expect(await wakes()).toBe(true)
})

test('never a suspected form, nor one that is not urgent, nor the address of an archived customer', async () => {
  await agree(true)
  await known('kassan@kajen.se')
  await s.submit({ email: 'kassan@kajen.se', isSuspect: true })
  await s.submit({ email: 'kassan@kajen.se', isUrgent: false })
  await s.report('normal')
  expect(await call(s.cia)(customers.remove, { params: { id: s.customer.id } })).toEqual({ outcome: 'archived' })
  await s.submit({ email: 'kassan@kajen.se' })
  expect(await wakes()).toBe(false)
})

const insert = (fields: string, values: string) =>
  harness.q(
    `insert into tickets (org_id, id, ticket_number, customer_id, title, description, priority, ${fields})
     select $1, gen_random_uuid(), 9, $2, 'Kassan', 'x', 'urgent', ${values}`,
    s.orgId,
    s.customer.id,
  )

test('a ticket that the mail of an authenticated contact opened', async () => {
  await insert('reported_by', `(select contact_id from customer_users where user_id = '${s.kim.userId}')`)
  expect(await wakes()).toBe(true)
})

test('not a ticket of staff, one that is not urgent, or one that is made urgent later', async () => {
  await insert('created_by', `'${s.bo.userId}'`)
  const id = await s.report('normal')
  const { version } = await call(s.bo)(tickets.get, { params: { id } })
  await call(s.bo)(tickets.change, { params: { id }, body: { priority: 'urgent', version } })
  expect(await wakes()).toBe(false)
})

test('nobody of a company without a roster', async () => {
  await harness.q('delete from on_call_days where org_id = $1', s.orgId)
  await s.report()
  expect(await s.alarm()).toBeUndefined()
})
