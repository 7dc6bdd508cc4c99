import { givePassword } from '#features/auth/testing/sign-in.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { anEnquiry } from './an-enquiry.ts'

type EnquiryFields = Omit<Parameters<typeof anEnquiry>[1], 'orgId'>

/** An organization with two technicians and an administrator who can sign in, and a factory of enquiries to it. */
export async function anInbox(h: Harness, organization?: string) {
  const { id: orgId } = await h.anOrganization(organization)
  const anna: Person = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  const bo: Person = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  const admin: Person = await h.anAdmin({ orgId, fullName: 'Ada Alm' })
  for (const person of [anna, bo, admin]) await givePassword(h, person)
  return { anna, bo, admin, anEnquiry: (fields: EnquiryFields = {}) => anEnquiry(h, { orgId, phone: null, ...fields }) }
}
