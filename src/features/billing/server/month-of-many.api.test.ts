// The list of a month of a company with more customers with charges than are read at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expenses } from '#features/time/expenses.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { charges } from '../charges.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { aCharge } from '../testing/charges.ts'
import { aCompanyWithTerms } from '../testing/invoice-bases.ts'

/** More than the first two batches of customers with charges. */
const CUSTOMERS = 620

let h: Harness
let admin: Person
let technician: Person
let orgId: string
beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0))
})
afterAll(() => h.stop())

async function addCustomers() {
  const ids: string[] = []
  for (let nth = 0; nth < CUSTOMERS; nth++) ids.push((await h.aCustomer({ orgId, name: `Kund ${nth}` })).id)
  return ids
}

/** The same row for other customers. */
const copyRow = (table: 'charges' | 'expenses', id: string, customerIds: readonly string[]) =>
  h.test.superuser.query(
    `insert into ${table} select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'customer_id', copied))).*
     from ${table} r, unnest($2::uuid[]) copied where r.id = $1`,
    [id, customerIds],
  )
const list = (month: string, after?: string) =>
  h.as(technician).call(invoiceBases.list, { query: after ? { month, after } : { month } })

test('a charge that is due is found after many customers whose charges are not, also on the next page', async () => {
  const first = await h.aCustomer({ orgId, name: 'Aspen AB' })
  const charge = await h.as(admin).call(charges.create, {
    params: { id: first.id },
    body: aCharge({ period: 'year', timing: 'arrears', startsOn: '2026-01-01' }),
  })
  const many = await addCustomers()
  await copyRow('charges', charge.id, many)
  const last = await h.aCustomer({ orgId, name: 'Östra Hamnen AB' })
  await h.as(admin).call(charges.create, { params: { id: last.id }, body: aCharge({ startsOn: '2026-01-01' }) })
  const { rows, next, nextStep } = await list('2026-08')
  expect({ names: rows.map(({ customer }) => customer.name), next, nextStep }).toEqual({
    names: ['Östra Hamnen AB'],
    next: null,
    nextStep: 'make',
  })
  const names: string[] = []
  let after: string | undefined
  do {
    const page = await list('2026-12', after)
    names.push(...page.rows.map(({ customer }) => customer.name))
    after = page.next ?? undefined
  } while (after)
  expect(names).toHaveLength(CUSTOMERS + 2)
  expect(new Set(names).size).toBe(CUSTOMERS + 2)
  expect([names[0], names.at(-1)]).toEqual(['Aspen AB', 'Östra Hamnen AB'])
  // Of all but the last no basis can be made.
  const { id } = await h.as(technician).call(expenses.create, {
    body: {
      customerId: first.id,
      workDate: '2026-08-02',
      kind: 'material',
      article: 'Kabel',
      hundredths: 100,
      unit: 'st',
      priceOre: null,
    },
  })
  await h.test.superuser.query(`update expenses set work_date = '2026-12-02' where id = $1`, [id])
  await copyRow('expenses', id, many)
  expect(await list('2026-12')).toMatchObject({ nextStep: 'make' })
})
