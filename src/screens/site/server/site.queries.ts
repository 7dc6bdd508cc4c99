import { companyFactNames } from '#features/company/company.contract.ts'
import { listPictures } from '#features/company/server/brand.queries.ts'
import { formerHours } from '#features/company/server/opening-hours.queries.ts'
import type { Database } from '#platform/database/database.ts'
import type { PublicFacts } from '../facts.ts'
import { brandStylesheet } from './brand-stylesheet.ts'

/** The public company facts of `siteOrg`, else of the first organization; undefined before there is one. */
export function readPublicFacts(database: Database, siteOrg?: string): Promise<PublicFacts | undefined> {
  return database.as('site', async (db) => {
    const facts = await db
      .selectFrom('organizations')
      .leftJoin('companyFacts', 'companyFacts.orgId', 'organizations.id')
      .select(['organizations.id', 'organizations.name', 'organizations.orgNumber', ...companyFactNames])
      .select(['mainColor', 'accentColor', formerHours])
      .$if(siteOrg !== undefined, (query) => query.where('organizations.id', '=', siteOrg ?? ''))
      .orderBy('organizations.createdAt')
      .orderBy('organizations.id')
      .limit(1)
      .executeTakeFirst()
    if (!facts) return undefined
    const { id, ...shown } = facts
    const stylesheet = brandStylesheet(shown)?.url ?? null
    return { ...shown, stylesheet, pictures: await listPictures(db, id) }
  })
}
