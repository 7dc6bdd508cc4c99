import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/http/app-error.ts'
import { createAdmin } from './first-admin.ts'
import { makeOneTimeLink } from './links.queries.ts'
import { createOrganization } from './organizations.queries.ts'

type NewOrganization = { name: string; appUrl: string; adminEmail?: string }

/**
 * Creates an organization and, with `adminEmail`, its administrator, who chooses a password with the returned link.
 * Throws 409 when the name or the address is taken.
 */
export const openOrganization = (database: Database, { name, appUrl, adminEmail }: NewOrganization) =>
  database.as('owner', async (db) => {
    if (await db.selectFrom('organizations').select('id').where('name', '=', name).executeTakeFirst())
      throw new AppError(409, 'name_taken', `Det finns redan en organisation som heter ${name}.`)
    const id = await createOrganization(db, name)
    if (!adminEmail) return { id }
    const userId = await createAdmin(db, { orgId: id, email: adminEmail, passwordHash: null })
    return { id, link: await makeOneTimeLink(db, { appUrl, userId, purpose: 'invitation' }) }
  })
