import { pictureOf } from '#features/company/server/brand.queries.ts'
import type { Actor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { Me } from '../auth.contract.ts'
import type { Passwords } from './passwords.ts'

/** The actor, with the names that the header shows and the minimum length of a password. */
export async function getMe(
  db: Db,
  { kind, role, userId, email, fullName, orgId, customerId, mustChangePassword, hasFactor, needsFactor }: Actor,
  { minLength }: Pick<Passwords, 'minLength'>,
): Promise<Me> {
  const organization = orgId === null ? undefined : await findOrganization(db, orgId, userId)
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
    needs: needsFactor ? 'factor' : null,
    hasFactor,
    factorRequiredFrom: kind === 'staff' ? (organization?.factorRequiredFrom ?? null) : null,
    advances: organization?.advances ?? true,
    usesShortcuts: organization?.usesShortcuts ?? true,
    hasSignature: organization?.hasSignature ?? false,
    passwordMinLength: minLength,
  }
}

/** Its name and logo, and the user's choices, in one statement, as every page load reads them. */
async function findOrganization(db: Db, orgId: string, userId: string) {
  const found = await db
    .selectFrom('organizations')
    .leftJoin('companyPictures', (join) =>
      join.onRef('companyPictures.orgId', '=', 'organizations.id').on('place', '=', 'logo'),
    )
    .leftJoin('files', (join) =>
      join.onRef('files.orgId', '=', 'companyPictures.orgId').onRef('files.id', '=', 'companyPictures.fileId'),
    )
    .leftJoin('staffSettings', (join) =>
      join.onRef('staffSettings.orgId', '=', 'organizations.id').on('staffSettings.userId', '=', userId),
    )
    .select(['organizations.name', 'files.id', 'width', 'height', 'variants', 'advances', 'usesShortcuts'])
    .select('factorRequiredFrom')
    .select((eb) => eb('signature', 'is not', null).$castTo<boolean>().as('hasSignature'))
    .where('organizations.id', '=', orgId)
    .executeTakeFirst()
  return found && { ...found, logo: pictureOf(found) }
}
