import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { aTerms } from './terms.ts'

/** A company whose default terms round each row to `roundTo` minutes and need no approval. */
export async function aCompanyWithTerms(
  roundTo: 0 | 30,
): Promise<{ h: Harness; orgId: string; admin: Person; technician: Person }> {
  const h = await startHarness()
  const orgId = (await h.anOrganization()).id
  const admin = await h.anAdmin({ orgId })
  const technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  const { id: termsId } = await h.as(admin).call(agreements.createTerms, {
    body: aTerms({ roundTo }),
  })
  await h.as(admin).call(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId } })
  return { h, orgId, admin, technician }
}
