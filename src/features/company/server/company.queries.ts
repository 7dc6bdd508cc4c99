import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { NO_ORGANIZATION } from '#shared/contract.ts'
import {
  type ChangedCompanyFacts,
  type ChangedOrganization,
  CompanyFacts,
  companyFactNames,
  Organization,
} from '../company.contract.ts'
import { hoursColumns } from './opening-hours.queries.ts'

const organizationColumns = ['name', 'orgNumber', 'billingEmail', 'paymentTerms', 'version'] as const
const factColumns = [...companyFactNames, 'version'] as const

/** Throws 422 for staff without an organization, like the four functions below. */
export const getOrganization = (db: Db, actor: StaffActor) =>
  db
    .selectFrom('organizations')
    .select(organizationColumns)
    .where('id', '=', organizationOf(actor))
    .executeTakeFirstOrThrow()

/** Throws 409 with the current row for an old version. */
export async function changeOrganization(db: Db, actor: StaffActor, { version, ...organization }: ChangedOrganization) {
  const orgId = organizationOf(actor)
  const changed = await db
    .updateTable('organizations')
    .set({ ...organization, version: version + 1 })
    .where('id', '=', orgId)
    .where('version', '=', version)
    .returning(organizationColumns)
    .executeTakeFirst()
  if (!changed) throw conflict(Organization, await getOrganization(db, actor))
  const detail = { version: changed.version }
  await audit(db, actor, { action: 'changed', subject: 'organization', subjectId: orgId, detail })
  return changed
}

export const getFacts = (db: Db, actor: StaffActor) =>
  db.selectFrom('companyFacts').select(factColumns).where('orgId', '=', organizationOf(actor)).executeTakeFirstOrThrow()

export const getOpeningHours = (db: Db, actor: StaffActor) =>
  db
    .selectFrom('companyFacts')
    .select(hoursColumns)
    .where('orgId', '=', organizationOf(actor))
    .executeTakeFirstOrThrow()

/** Throws 409 with the current row for an old version. */
export async function changeFacts(db: Db, actor: StaffActor, { version, ...facts }: ChangedCompanyFacts) {
  const orgId = organizationOf(actor)
  const changed = await db
    .updateTable('companyFacts')
    .set({ ...facts, version: version + 1 })
    .where('orgId', '=', orgId)
    .where('version', '=', version)
    .returning(factColumns)
    .executeTakeFirst()
  if (!changed) throw conflict(CompanyFacts, await getFacts(db, actor))
  const detail = { version: changed.version }
  await audit(db, actor, { action: 'changed', subject: 'company_facts', subjectId: orgId, detail })
  return changed
}

/** The actor's organization, for the header of a printout. */
export async function getPrintedCompany(db: Db, orgId?: string) {
  const company = await db
    .selectFrom('organizations')
    .leftJoin('companyFacts', 'companyFacts.orgId', 'organizations.id')
    .select(['organizations.name', 'orgNumber', 'phone', 'email', 'address', 'postalCode', 'city'])
    .$if(orgId !== undefined, (query) => query.where('organizations.id', '=', orgId ?? ''))
    .executeTakeFirst()
  if (!company) throw invalid(NO_ORGANIZATION)
  const { address, postalCode, city, ...facts } = company
  const cityLine = [postalCode, city].filter(Boolean).join(' ')
  return { ...facts, address: [address, cityLine].filter(Boolean).join('\n') || null }
}
