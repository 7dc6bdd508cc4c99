import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'

/** A company whose default terms round each row to `roundTo` minutes and need no approval. */
export async function aCompanyWithTerms(
  roundTo: 0 | 30,
): Promise<{ h: Harness; orgId: string; admin: Person; technician: Person }> {
  const h = await startHarness()
  const orgId = (await h.anOrganization()).id
  const admin = await h.anAdmin({ orgId })
  const technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  const { id: termsId } = await h.as(admin).call(agreements.createTerms, {
    body: {
      name: 'Avtal',
      remoteOre: 100_000,
      onsiteOre: 120_000,
      afterHoursOre: 200_000,
      roundTo,
      roundBy: 'row',
      smallestMinutes: 0,
      startFeeOre: 0,
      includedMinutes: 0,
      afterHoursDrawdowns: false,
      needsApproval: false,
    },
  })
  await h.as(admin).call(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId } })
  return { h, orgId, admin, technician }
}
