import type { Db } from '#platform/database/database.ts'
import { adminRoles } from '#shared/roles.rules.ts'

/** An organization's active administrators, with its name, for mail to them. Requires the jobs' role. */
export const listAdministrators = (db: Db, orgId: string) =>
  db
    .selectFrom('userRoles')
    .innerJoin('auth.users as user', 'user.id', 'userRoles.userId')
    .leftJoin('profiles', 'profiles.id', 'user.id')
    .innerJoin('organizations', 'organizations.id', 'userRoles.orgId')
    .select(['user.id as userId', 'user.email', 'profiles.fullName as name', 'organizations.name as company'])
    .where('userRoles.orgId', '=', orgId)
    .where('userRoles.role', 'in', adminRoles)
    .where('user.disabledAt', 'is', null)
    .execute()
