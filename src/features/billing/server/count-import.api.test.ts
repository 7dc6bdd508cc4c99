// Lists of a licence portal: what their texts mean, and what is stored.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { charges } from '../charges.contract.ts'
import { countImport, type ListedCount, type MatchedCount } from '../counted.contract.ts'
import { aCharge } from '../testing/charges.ts'
import { aCompanyWithTerms } from '../testing/invoice-bases.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string
let customerId: string
let name: string
const articleId = 'a0000000-0000-4000-8000-00000000000b'
const countedOn = '2026-10-28'

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0))
  await h.test.superuser.query(
    `insert into articles (org_id, id, number, name, unit) values ($1, $2, 'M365-BP', 'Microsoft 365 Business Premium', 'st')`,
    [orgId, articleId],
  )
})
let customers = 0
beforeEach(async () => {
  name = `Licenskund nummer ${++customers} AB`
  customerId = (await h.aCustomer({ orgId, name })).id
})
afterAll(() => h.stop())

const staff = () => h.as(technician).call
const check = (...rows: ListedCount[]) => staff()(countImport.check, { body: { rows, countedOn } })
const send = (rows: MatchedCount[], on = countedOn) => staff()(countImport.create, { body: { rows, countedOn: on } })
const listed = (customer: string, article = 'M365-BP', hundredths = 1300) => ({ customer, article, hundredths })
const stored = async () =>
  (
    await h.test.superuser.query<{ counted_on: string; hundredths: number }>(
      'select counted_on::text, hundredths from imported_counts where customer_id = $1 order by 1',
      [customerId],
    )
  ).rows

test('customers are known by number, organisation number or name, and articles by number or name', async () => {
  const { rows } = await h.test.superuser.query<{ number: string }>(
    `with details as (insert into billing_details (org_id, customer_id, org_number) values ($1, $2, '556012-5790'))
     select customer_number as number from customers where id = $2`,
    [orgId, customerId],
  )
  const number = rows[0]?.number ?? ''
  const found = await check(
    listed(number),
    listed('5560125790', 'microsoft 365 business premium'),
    listed(name.toUpperCase(), 'm365-bp'),
  )
  expect(found.customers.map(({ id }) => id)).toEqual([customerId, customerId, customerId])
  expect(found.articles.map(({ text, id }) => [text, id])).toEqual([
    ['M365-BP', articleId],
    ['microsoft 365 business premium', articleId],
    ['m365-bp', articleId],
  ])
})

test('what matches nothing is named with what it may mean, and customers of other companies never are', async () => {
  const foreign = await h.aCustomer({ orgId: (await h.anOrganization('Annan AB')).id, name: 'Främmande Kund AB' })
  const { customers: found, articles } = await check(
    listed(name.replace(' AB', ' Aktiebolag'), 'Microsoft 365 Premium'),
    listed('Främmande Kund AB'),
  )
  expect(found).toMatchObject([
    { id: null, candidates: expect.arrayContaining([{ id: customerId, label: name }]) },
    { text: 'Främmande Kund AB', id: null },
  ])
  expect(JSON.stringify(found)).not.toContain(foreign.id)
  expect(articles[0]).toMatchObject({ id: null, candidates: [{ id: articleId }] })
})

test('the same list twice is the same, rows of one customer and article are added, and another date is another list', async () => {
  const rows = [
    { customerId, articleId, hundredths: 1200 },
    { customerId, articleId, hundredths: 100 },
  ]
  expect(await send(rows)).toEqual({ created: 1 })
  expect(await send(rows)).toEqual({ created: 1 })
  expect(await stored()).toEqual([{ counted_on: countedOn, hundredths: 1300 }])
  await send([{ customerId, articleId, hundredths: 1400 }])
  await send([{ customerId, articleId, hundredths: 1500 }], '2026-11-28')
  expect(await stored()).toEqual([
    { counted_on: countedOn, hundredths: 1400 },
    { counted_on: '2026-11-28', hundredths: 1500 },
  ])
})

test('a list with an unknown customer, too much or nothing is refused as a whole', async () => {
  const row = { customerId, articleId, hundredths: 100 }
  const foreign = await h.aCustomer({ orgId: (await h.anOrganization('Annan AB')).id })
  for (const id of [uuidv7(), foreign.id])
    await expect(send([row, { ...row, customerId: id }])).rejects.toMatchObject({
      status: 422,
      message: 'En kund eller artikel i listan finns inte längre. Välj filen igen.',
    })
  await expect(send([row, { ...row, hundredths: 100_000_000 }])).rejects.toMatchObject({
    fields: { 'rows.1.hundredths': 'Summan är för stor' },
  })
  await expect(send([])).rejects.toMatchObject({ status: 422 })
  await expect(send([row], '1999-01-01')).rejects.toMatchObject({ status: 422 })
  expect(await stored()).toEqual([])
})

test('charges in force on the date that lists count are named, others not', async () => {
  const add = (given: Parameters<typeof aCharge>[0]) =>
    h.as(admin).call(charges.create, {
      params: { id: customerId },
      body: aCharge({ articleId, text: null, unit: null, ...given }),
    })
  await add({ counting: { by: 'list' }, endsOn: '2026-10-27' })
  await add({ counting: { by: 'equipment', type: 'Dator' } })
  const named = async () => (await check(listed(name))).counted.filter((one) => one.customerId === customerId)
  expect(await named()).toEqual([])
  await add({ counting: { by: 'list' } })
  expect(await named()).toEqual([{ customerId, articleId, customer: name, name: 'Microsoft 365 Business Premium' }])
})
