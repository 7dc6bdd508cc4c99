import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { aTerms } from './terms.ts'

/** A company whose default terms round each row to `roundTo` minutes and need no approval. */
export async function aCompanyWithTerms(
  roundTo: 0 | 30,
  { isSendingMail = false } = {},
): Promise<{ h: Harness; orgId: string; admin: Person; technician: Person }> {
  const h = await startHarness({ isSendingMail })
  const orgId = (await h.anOrganization()).id
  const admin = await h.anAdmin({ orgId })
  const technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  const { id: termsId } = await h.as(admin).call(agreements.createTerms, {
    body: aTerms({ roundTo }),
  })
  await h.as(admin).call(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId } })
  return { h, orgId, admin, technician }
}

/** A login of the customer that may approve, so that its invoice bases have an addressee. */
export async function anApprover(h: Harness, customer: { id: string; orgId: string }): Promise<Person> {
  const approver = await h.aPortalUser(customer)
  await h.test.superuser.query('update customer_users set may_approve = true where user_id = $1', [approver.userId])
  return approver
}
