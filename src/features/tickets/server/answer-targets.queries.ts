import type { Db } from '#platform/database/database.ts'
import { defaultTargets, type TicketTargets } from '../answer-targets.rules.ts'

/** The targets of customers that have their own. */
export const loadAnswerTargets = async (
  _db: Db,
  _customerIds: readonly string[],
): Promise<ReadonlyMap<string, TicketTargets>> => new Map()

/** The company's own targets, which apply to enquiries, whose sender may be anybody. */
export async function loadCompanyTargets(
  db: Db,
  orgIds: readonly string[],
): Promise<ReadonlyMap<string, TicketTargets>> {
  if (orgIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('companyFacts')
    .select(['orgId', 'emergencyPhone'])
    .where('orgId', 'in', [...new Set(orgIds)])
    .execute()
  return new Map(rows.map(({ orgId, emergencyPhone }) => [orgId, targetsOf(emergencyPhone !== null)]))
}

const targetsOf = (hasEmergencyPhone: boolean): TicketTargets => ({
  ...defaultTargets,
  answer: { ...defaultTargets.answer, urgent: { minutes: 30, isAtAllHours: hasEmergencyPhone } },
})
