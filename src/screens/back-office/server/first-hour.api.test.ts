import { afterAll, beforeAll, expect, test } from 'vitest'
import { company } from '#features/company/company.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { firstHour } from '../first-hour.contract.ts'

let h: Harness
let admin: Person
let orgId: string
beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization('Nordnät AB')).id
  admin = await h.anAdmin({ orgId })
})
afterAll(() => h.stop())

const read = async (person: Person) => (await h.as(person).call(firstHour.get, {})).steps
const done = async () => (await read(admin)).flatMap(({ step, isDone }) => (isDone ? [step] : []))
const q = (sql: string, ...values: unknown[]) => h.test.superuser.query(sql, values)

test('each step ticks itself when it is done, and the checklist ends with the last', async () => {
  expect(await done()).toEqual([])
  const organization = await h.as(admin).call(company.organization, {})
  await h.as(admin).call(company.changeOrganization, { body: { ...organization, orgNumber: '556703-7485' } })
  expect(await done()).toEqual(['company'])
  const facts = await h.as(admin).call(company.facts, {})
  await h.as(admin).call(company.changeFacts, { body: { ...facts, phone: '08-123 456 78' } as never })
  expect(await done()).toEqual(['company', 'hours'])
  await q(`update company_facts set main_color = '#123456'`)
  await q(
    `insert into mail_servers (org_id, host, port, tls, from_address) values ($1, 'x', 25, 'none', 'x@example.se')`,
    orgId,
  )
  await q(
    `insert into mailboxes (org_id, id, address, host, port, tls, login, secret, key_id)
     select $1, gen_random_uuid(), 'x@example.se', 'x', 993, 'tls', 'x', 'x', id from vault_keys`,
    orgId,
  )
  await h.aTechnician({ orgId: orgId })
  await h.aCustomer({ orgId: orgId })
  expect(await done()).toEqual(['company', 'hours', 'look', 'mail', 'mailbox', 'people', 'customers'])
  const backups = `insert into backups (id, kind, file, bytes, failure) values (gen_random_uuid(), 'nightly', 'x', 1, null)`
  await q(backups)
  expect(await done()).toContain('backup')
  expect((await read(admin)).filter(({ isDone }) => !isDone)).toEqual([{ step: 'prices', isDone: false }])
})

test('an administrator hides it for the organization', async () => {
  const { id } = await h.anOrganization('Annan AB')
  const [one, other] = [await h.anAdmin({ orgId: id }), await h.anAdmin({ orgId: id })]
  expect((await read(one)).filter(({ isDone }) => isDone).map(({ step }) => step)).toEqual(['people', 'backup'])
  await h.as(one).call(firstHour.hide, {})
  expect([await read(one), await read(other)]).toEqual([[], []])
})

test('technicians do not see it', async () => {
  const technician = await h.aTechnician({ orgId: orgId })
  await expect(h.as(technician).call(firstHour.get, {})).rejects.toMatchObject({ status: 403 })
})
