import type { Db } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'

/** Makes an organization and the facts for its site; the database gives it its ticket numbers. As the owner. */
export async function createOrganization(db: Db, name: string): Promise<string> {
  const id = uuidv7()
  await db.insertInto('organizations').values({ id, name }).execute()
  await db.insertInto('companyFacts').values({ orgId: id }).execute()
  return id
}

/** The organization of the public site unless SITE_ORG names another. */
export const findFirstOrganization = (db: Db) =>
  db.selectFrom('organizations').select(['id', 'name']).orderBy('createdAt').orderBy('id').executeTakeFirst()
