import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'

/** Creates an organization and the company facts of its site; a trigger creates its ticket numbers. Requires the owner role. */
export async function createOrganization(db: Db, name: string): Promise<string> {
  const id = uuidv7()
  await db.insertInto('organizations').values({ id, name }).execute()
  await db.insertInto('companyFacts').values({ orgId: id }).execute()
  return id
}

/** The organization of the public site unless SITE_ORG names another. */
export const findFirstOrganization = (db: Db) =>
  db.selectFrom('organizations').select(['id', 'name']).orderBy('createdAt').orderBy('id').executeTakeFirst()
