import { sql } from 'kysely'
import { targetFieldNames } from '#features/company/target-fields.rules.ts'
import type { Db } from '#platform/database/database.ts'
import { type CompanyTargets, type TermsTargets, type TicketTargets, targetsOf } from '../answer-targets.rules.ts'

type Of = { orgId: string; customerId: string }

/** What `targetsOf` needs, for queries of `companyFacts`. */
export const companyTargetColumns = ['emergencyPhone', ...targetFieldNames] as const

/**
 * The targets of the terms that each customer has today, by customer. Read by a definer function, as logins of customers see no
 * terms; customers that the actor does not see are left out.
 */
export async function loadTermsTargets(db: Db, ofs: readonly Of[]): Promise<ReadonlyMap<string, TermsTargets>> {
  if (ofs.length === 0) return new Map()
  const unique = [...new Map(ofs.map((of) => [of.customerId, of])).values()]
  const { rows } = await sql<TermsTargets & Of>`
    select * from terms_targets(${unique.map(({ orgId }) => orgId)}::uuid[],
      ${unique.map(({ customerId }) => customerId)}::uuid[])`.execute(db)
  return new Map(rows.map((terms) => [terms.customerId, terms]))
}

/** The targets of each customer that the actor sees: those of its terms, else the company's. */
export async function loadAnswerTargets(db: Db, ofs: readonly Of[]): Promise<ReadonlyMap<string, TicketTargets>> {
  const [terms, companies] = await Promise.all([
    loadTermsTargets(db, ofs),
    loadCompanies(
      db,
      ofs.map(({ orgId }) => orgId),
    ),
  ])
  return new Map(
    ofs.flatMap(({ orgId, customerId }) => {
      const [company, own] = [companies.get(orgId), terms.get(customerId)]
      return company && own ? [[customerId, targetsOf(company, own)] as const] : []
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
    .select(['orgId', ...companyTargetColumns])
    .where('orgId', 'in', [...new Set(orgIds)])
    .execute()
  return new Map(rows.map(({ orgId, ...company }) => [orgId, company]))
}
