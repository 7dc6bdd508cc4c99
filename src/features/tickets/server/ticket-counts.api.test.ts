import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { tickets } from '../tickets.contract.ts'

let h: Harness
let orgId: string
let people: [Person, Person]
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  people = [await h.aTechnician({ orgId }), await h.aTechnician({ orgId })]
  customerId = (await h.aCustomer({ orgId })).id
})
afterAll(() => h.stop())

const counts = async (person = people[0]) => (await h.as(person).call(tickets.list, { query: {} })).counts
const open = (title: string) => h.as(people[0]).call(tickets.create, { body: { title, description: 'x', customerId } })
const change = (id: string, status: 'open' | 'closed', version: number, person = people[0]) =>
  h.as(person).call(tickets.change, { params: { id }, body: { status, version } })
const q = (text: string) => h.test.superuser.query(text)

test('the tabs’ counts follow opening, closing, reopening and deletion, per organization', async () => {
  const outsider = await h.aTechnician({ orgId: (await h.anOrganization()).id })
  const first = await open('Ett')
  await open('Två')
  expect(await counts()).toEqual({ active: 2, archived: 0 })
  const closed = await change(first.id, 'closed', first.version)
  expect(await counts()).toEqual({ active: 1, archived: 1 })
  await change(first.id, 'open', closed.version)
  expect(await counts()).toEqual({ active: 2, archived: 0 })

  await q(`insert into tickets (org_id, id, ticket_number, customer_id, title, description, status)
    select '${orgId}', gen_random_uuid(), 5000 + n, '${customerId}', 'x', 'x', case when n % 4 = 0 then 'closed' else 'open' end
    from generate_series(1, 40) n`)
  expect(await counts()).toEqual({ active: 32, archived: 10 })
  await q(`update tickets set status = 'resolved' where ticket_number > 5000 and ticket_number % 2 = 0`)
  expect(await counts()).toEqual({ active: 42, archived: 0 })
  await q(`update tickets set status = 'closed', priority = 'low' where ticket_number between 5001 and 5010`)
  await q(`delete from ticket_changes`)
  await q(`delete from tickets where ticket_number between 5006 and 5015`)
  expect(await counts()).toEqual({ active: 27, archived: 5 })
  expect(await counts(outsider)).toEqual({ active: 0, archived: 0 })
})

test('a rolled back change is not counted, and concurrent changes are all counted', async () => {
  const before = await counts()
  await q(`begin; update tickets set status = 'closed'; rollback`)
  expect(await counts()).toEqual(before)

  const opened = await Promise.all(Array.from({ length: 12 }, (_, n) => open(`Samtidigt ${n}`)))
  await Promise.all(opened.map(({ id, version }, n) => change(id, 'closed', version, people[n % 2])))
  expect(await counts()).toEqual({ active: before?.active, archived: (before?.archived ?? 0) + 12 })
})
