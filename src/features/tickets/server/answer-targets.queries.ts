import { sql } from 'kysely'
import { targetFieldNames } from '#features/company/target-fields.rules.ts'
import type { Db } from '#platform/database/database.ts'
import { type CompanyTargets, type TermsTargets, type TicketTargets, targetsOf } from '../answer-targets.rules.ts'

type OfCustomer = TermsTargets & { orgId: string; customerId: string }

/**
 * The targets of each customer, by the terms that it has today. Read by a definer function, as logins of customers see no terms;
 * customers that the actor does not see are left out.
 */
export async function loadAnswerTargets(
  db: Db,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, TicketTargets>> {
  if (customerIds.length === 0) return new Map()
  const { rows } = await sql<OfCustomer>`select * from terms_targets(${[...new Set(customerIds)]}::uuid[])`.execute(db)
  const companies = await loadCompanies(db, [...new Set(rows.map(({ orgId }) => orgId))])
  return new Map(
    rows.flatMap(({ orgId, customerId, ...terms }) => {
      const company = companies.get(orgId)
      return company ? [[customerId, targetsOf(company, terms)] as const] : []
    }),
  )
}

/** The company's own targets, which apply to enquiries, whose sender may be anybody. */
export async function loadCompanyTargets(
  db: Db,
  orgIds: readonly string[],
): Promise<ReadonlyMap<string, TicketTargets>> {
  const companies = await loadCompanies(db, orgIds)
  return new Map([...companies].map(([orgId, company]) => [orgId, targetsOf(company)]))
}

async function loadCompanies(db: Db, orgIds: readonly string[]): Promise<Map<string, CompanyTargets>> {
  if (orgIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('companyFacts')
    .select(['orgId', 'emergencyPhone', ...targetFieldNames])
    .where('orgId', 'in', orgIds)
    .execute()
  return new Map(rows.map(({ orgId, ...company }) => [orgId, company]))
}
