import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { customers } from '../customers.contract.ts'

let h: Harness
let technician: Person
let existing: { id: string }

beforeAll(async () => {
  h = await startHarness()
  technician = await h.aTechnician({ orgId: (await h.anOrganization()).id })
  const { call } = h.as(technician)
  existing = await call(customers.create, {
    body: { name: 'Åkermans Åkeri AB', email: 'Info@Akermans.example', phone: '070-174 06 05' },
  })
  await call(customers.create, { body: { name: 'Handelsbolaget', email: null, phone: null } })
})
afterAll(() => h.stop())

const similar = (query: { name?: string; email?: string; phone?: string; except?: string }, person = technician) =>
  h.as(person).call(customers.similar, { query })
const found = { name: 'Åkermans Åkeri AB', isArchived: false }

test.each([
  'åkermans åkeri',
  'ÅKERMANS  ÅKERI',
  'Åkermans Åkeri Aktiebolag',
  'AB Åkermans Åkeri',
  'Åkermans-Åkeri, HB',
])('the name %s matches an existing customer apart from its legal form', async (name) => {
  expect(await similar({ name })).toMatchObject([{ ...found, sameName: true, sameEmail: false, samePhone: false }])
})

test.each(['Åkermans', 'Åkermans Åkeri i Tierp AB', 'Akermans Akeri', 'AB', ''])(
  'the name %s matches no customer',
  async (name) => {
    expect(await similar({ name })).toEqual([])
  },
)

test('the same e-mail in another case and the same number in another notation match', async () => {
  expect(await similar({ email: 'info@akermans.EXAMPLE' })).toMatchObject([{ ...found, sameEmail: true }])
  for (const phone of ['0701740605', '+46 70 174 06 05', '0046701740605'])
    expect(await similar({ phone }), phone).toMatchObject([{ ...found, samePhone: true }])
  expect(await similar({ email: 'akermans', phone: '0605' })).toEqual([])
})

test('each number of a field matches, and two numbers are never read as one', async () => {
  const { call } = h.as(technician)
  const written: [string, string[], string[]][] = [
    ['018-12 34 56 ankn 12, 070-999 88 77', ['018123456', '+46709998877'], ['01812345612', '12']],
    ['018-22 34 56 / +46 70 888 77 66', ['018-223456', '0708887766'], ['560708887766']],
    ['018-32 34 56 070-777 66 55', ['018 323456', '070-7776655'], []],
    ['08/123 45 11', ['0812345 11'], ['1234511']],
  ]
  for (const [phone, numbers, none] of written) {
    const { id } = await call(customers.create, { body: { name: `Nummer ${phone}`, phone } })
    for (const number of numbers) {
      expect(await similar({ phone: number }), number).toMatchObject([{ id, samePhone: true }])
      const { rows } = await call(customers.list, { query: { search: number } })
      expect(rows.map((row) => row.id)).toEqual([id])
    }
    for (const number of none) expect(await similar({ phone: number }), number).toEqual([])
    expect(await similar({ phone })).toMatchObject([{ id, samePhone: true }])
  }
  expect((await call(customers.list, { query: { search: '345612 070' } })).rows).toEqual([])
})

test('a customer does not match itself; an archived one does; another organization’s never', async () => {
  const name = 'Åkermans Åkeri'
  expect(await similar({ name, except: existing.id })).toEqual([])
  const outsider = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
  expect(await similar({ name }, outsider)).toEqual([])
  const admin = await h.anAdmin({ orgId: technician.orgId })
  await h.aPortalUser({ id: existing.id, orgId: technician.orgId ?? '' })
  await h.as(admin).call(customers.remove, { params: { id: existing.id } })
  expect(await similar({ name })).toMatchObject([{ id: existing.id, isArchived: true }])
})
