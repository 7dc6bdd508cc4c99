import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { givePassword } from './sign-in.ts'

/** A company with an administrator and a technician, who can sign in with PASSWORD. */
export async function aCompanyWithLogins(): Promise<{ h: Harness; orgId: string; admin: Person; technician: Person }> {
  const h = await startHarness()
  const orgId = (await h.anOrganization()).id
  const admin = await h.anAdmin({ orgId, fullName: 'Ada Admin' })
  const technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  await givePassword(h, admin)
  await givePassword(h, technician)
  return { h, orgId, admin, technician }
}
