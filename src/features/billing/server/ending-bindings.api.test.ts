// The charges whose binding ends within 60 days, on the Dashboard.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { dashboard } from '#screens/back-office/dashboard.contract.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { BINDING_ENDS_WITHIN_DAYS, charges } from '../charges.contract.ts'
import { aCharge } from '../testing/charges.ts'
import { aCompanyWithTerms } from '../testing/invoice-bases.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string
beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0))
})
afterAll(() => h.stop())

test('bindings that end within 60 days are listed, the soonest first, without those that are decided', async () => {
  const { call } = h.as(admin)
  const day = (days: number) => addDays(todayInStockholm(), days)
  const customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  const archived = await h.aCustomer({ orgId, name: 'Borta AB' })
  const add = (text: string, until: number, given: Parameters<typeof aCharge>[0] = {}, { id } = customer) =>
    call(charges.create, { params: { id }, body: aCharge({ text, bindingUntil: day(until), ...given }) })
  await add('Sista dagen', BINDING_ENDS_WITHIN_DAYS, { noticeMonths: 3 })
  await add('För sent', BINDING_ENDS_WITHIN_DAYS + 1)
  await add('I dag', 0)
  await add('I går', -1)
  await add('Slutar med bindningen', 20, { endsOn: day(20) })
  await add('Slutar senare', 30, { endsOn: day(31) })
  await add('Arkiverad', 10, {}, archived)
  await call(customers.remove, { params: { id: archived.id } })
  const { endingBindings } = await h.as(technician).call(dashboard.get, {})
  expect(endingBindings).toMatchObject({
    total: 3,
    rows: [
      { name: 'I dag', customer: { name: 'Åkeriet AB' }, bindingUntil: day(0), noticeMonths: 0 },
      { name: 'Slutar senare', bindingUntil: day(30) },
      { name: 'Sista dagen', bindingUntil: day(BINDING_ENDS_WITHIN_DAYS), noticeMonths: 3 },
    ],
  })
})
