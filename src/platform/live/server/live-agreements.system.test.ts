// Events of agreements, on real streams.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements } from '#features/billing/agreements.contract.ts'
import { articles } from '#features/billing/articles.contract.ts'
import { anArticle } from '#features/billing/testing/articles.ts'
import { aTerms } from '#features/billing/testing/terms.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { openStream, type Stream, untilBegun } from '../testing/stream.ts'

let h: Harness
let admin: Person
let customer: { id: string; orgId: string }
let staff: Stream
let portal: Stream
let outsider: Stream

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  admin = await h.anAdmin({ orgId })
  customer = await h.aCustomer({ orgId })
  const address = await h.app.listen({ port: 0, host: '127.0.0.1' })
  staff = await openStream(`${address}/api/live`, admin)
  portal = await openStream(`${address}/api/portal/live`, await h.aPortalUser(customer))
  outsider = await openStream(
    `${address}/api/live`,
    await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id }),
  )
  await untilBegun([staff, portal, outsider])
})
afterAll(() => {
  for (const stream of [staff, portal, outsider]) stream.close()
  return h.stop()
})

test('staff alone are told of each change of what applies to a customer, whether it has hours or not', async () => {
  const { call } = h.as(admin)
  const params = { id: customer.id }
  const { id: termsId } = await call(agreements.createTerms, { body: aTerms() })
  for (const change of [
    () => call(agreements.setOfCustomer, { params, body: { validFrom: '2026-01-01', termsId } }),
    () => call(agreements.setOfCustomer, { params, body: { validFrom: '2026-06-01', termsId: null } }),
    () => call(agreements.removeOfCustomer, { params, body: { validFrom: '2026-06-01' } }),
    () => call(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId } }),
    () => call(agreements.setVatRate, { body: { validFrom: '2026-01-01', percent: 12 } }),
    () => call(articles.create, { body: anArticle({ priceOre: 100 }) }),
    () => call(agreements.setBilling, { params, body: { vat: 'reverse', reverseReason: 'eu', isPrivate: false } }),
  ]) {
    await until(() => expect(staff.events).toContainEqual({ about: 'agreement' }))
    staff.events.length = 0
    await change()
  }
  await until(() => expect(staff.events).toContainEqual({ about: 'agreement' }))
  expect(portal.bytes() + outsider.bytes()).not.toContain('agreement')
})
