import { companyFactNames } from '#features/company/company.contract.ts'
import { listPictures } from '#features/company/server/brand.queries.ts'
import { formerHours } from '#features/company/server/opening-hours.queries.ts'
import { hasJourAt } from '#features/users/server/has-jour.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { PublicFacts } from '../facts.ts'
import { brandStylesheet } from './brand-stylesheet.ts'

const siteOrganization = (db: Db, siteOrg: string | undefined) =>
  db
    .selectFrom('organizations')
    .select('organizations.id')
    .$if(siteOrg !== undefined, (query) => query.where('organizations.id', '=', siteOrg ?? ''))
    .orderBy('organizations.createdAt')
    .orderBy('organizations.id')
    .limit(1)

/** Whether somebody has jour in that organization; undefined where it is not known. */
export function readHasJour(database: Database, siteOrg: string | undefined, now: Date): Promise<boolean | undefined> {
  return database.as('site', async (db) => {
    const found = await siteOrganization(db, siteOrg).executeTakeFirst()
    return found && hasJourAt(db, found.id, now)
  })
}

/** The public company facts of `siteOrg`, else of the first organization; undefined before there is one. */
export function readPublicFacts(database: Database, siteOrg?: string): Promise<PublicFacts | undefined> {
  return database.as('site', async (db) => {
    const facts = await siteOrganization(db, siteOrg)
      .leftJoin('companyFacts', 'companyFacts.orgId', 'organizations.id')
      .select(['organizations.name', 'organizations.orgNumber', ...companyFactNames])
      .select(['mainColor', 'accentColor', formerHours])
      .executeTakeFirst()
    if (!facts) return undefined
    const { id, ...shown } = facts
    const stylesheet = brandStylesheet(shown)?.url ?? null
    return { ...shown, stylesheet, pictures: await listPictures(db, id) }
  })
}
