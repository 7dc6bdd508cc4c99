import type { Database } from '#db/database.ts'
import type { PublicFacts } from '../facts.ts'

/** The public company facts of `siteOrg`, else of the first organization; undefined before there is one. */
export function readPublicFacts(database: Database, siteOrg?: string): Promise<PublicFacts | undefined> {
  return database.as('site', (db) =>
    db
      .selectFrom('organizations')
      .leftJoin('companyFacts', 'companyFacts.orgId', 'organizations.id')
      .select([
        'organizations.name',
        'orgNumber',
        'phone',
        'emergencyPhone',
        'email',
        'address',
        'postalCode',
        'city',
        'seat',
        'vatNumber',
        'founded',
        'groupLine',
        'opens',
        'closes',
        'areaServed',
        'services',
        'prices',
        'founderName',
        'founderTitle',
        'founderStory',
      ])
      .$if(siteOrg !== undefined, (query) => query.where('organizations.id', '=', siteOrg ?? ''))
      .orderBy('organizations.createdAt')
      .orderBy('organizations.id')
      .limit(1)
      .executeTakeFirst(),
  )
}
