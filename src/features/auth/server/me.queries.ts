import { pictureOf } from '#features/company/server/brand.queries.ts'
import type { Actor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { Me } from '../auth.contract.ts'
import type { Passwords } from './passwords.ts'

/** The actor, with the names that the header shows and the minimum length of a password. */
export async function getMe(
  db: Db,
  { kind, role, userId, email, fullName, orgId, customerId, mustChangePassword }: Actor,
  { minLength }: Pick<Passwords, 'minLength'>,
): Promise<Me> {
  const organization = orgId === null ? undefined : await findOrganization(db, orgId)
  const customer =
    customerId === null
      ? undefined
      : await db.selectFrom('customers').select('name').where('id', '=', customerId).executeTakeFirst()
  return {
    kind,
    role,
    userId,
    email,
    fullName,
    orgId,
    organization: organization?.name ?? null,
    logo: organization?.logo ?? null,
    customer: customer?.name ?? null,
    mustChangePassword,
    passwordMinLength: minLength,
  }
}

/** Its name and logo, in one statement, as every page load reads them. */
async function findOrganization(db: Db, orgId: string) {
  const found = await db
    .selectFrom('organizations')
    .leftJoin('companyPictures', (join) =>
      join.onRef('companyPictures.orgId', '=', 'organizations.id').on('place', '=', 'logo'),
    )
    .leftJoin('files', (join) =>
      join.onRef('files.orgId', '=', 'companyPictures.orgId').onRef('files.id', '=', 'companyPictures.fileId'),
    )
    .select(['organizations.name', 'files.id', 'width', 'height', 'variants'])
    .where('organizations.id', '=', orgId)
    .executeTakeFirst()
  return found && { name: found.name, logo: pictureOf(found) }
}
