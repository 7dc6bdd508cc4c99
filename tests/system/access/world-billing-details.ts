// Billing details and invoice recipients of a customer, for the access tests.
import { billingDetails } from '#features/customers/billing-details.contract.ts'
import { recipients } from '#features/customers/recipients.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import type { Put } from './world.ts'

export async function fillBillingDetails(
  h: Harness,
  put: Put,
  { customer, staff }: { customer: string; staff: Person },
) {
  const { call } = h.as(staff)
  const params = { id: customer }
  const { customerNumber } = await call(billingDetails.get, { params })
  await call(billingDetails.change, {
    params,
    body: { customerNumber, version: 0, yourReference: put('Referens', 'staff') },
  })
  const add = async (name: string) => (await call(recipients.create, { params, body: { name } })).id
  const [recipient, removedRecipient] = [await add(put('Mottagare', 'staff')), await add(put('Förr', 'staff'))]
  await call(recipients.archive, { params: { ...params, recipientId: removedRecipient } })
  return { recipient, removedRecipient }
}
