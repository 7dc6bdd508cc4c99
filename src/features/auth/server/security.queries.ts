import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { type ChangedSecurity, Security } from '../security.contract.ts'
import { asAuth } from './as-auth.ts'
import { isSecondFactor } from './factors.queries.ts'

export async function getSecurity(db: Db, actor: StaffActor): Promise<Security> {
  const orgId = organizationOf(actor)
  const settings = await db
    .selectFrom('organizations')
    .select(['factorRequiredFrom', 'vaultProofHours', 'version'])
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  return { ...settings, withoutFactor: await listWithoutFactor(db, orgId) }
}

/** Throws 409 with the current settings for an old version. */
export async function changeSecurity(
  db: Db,
  actor: StaffActor,
  { version, factorRequiredFrom, vaultProofHours }: ChangedSecurity,
): Promise<Security> {
  const orgId = organizationOf(actor)
  const changed = await db
    .updateTable('organizations')
    .set({ factorRequiredFrom, vaultProofHours, version: version + 1 })
    .where('id', '=', orgId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  if (!changed) throw conflict(Security, await getSecurity(db, actor))
  const detail = { factorRequiredFrom, vaultProofHours }
  await audit(db, actor, { action: 'security_changed', subject: 'organization', subjectId: orgId, detail })
  return getSecurity(db, actor)
}

/** Active staff with a role and without a verified authenticator app or passkey. */
async function listWithoutFactor(db: Db, orgId: string): Promise<string[]> {
  const rows = await asAuth(db, () =>
    db
      .selectFrom('profiles')
      .innerJoin('userRoles', 'userRoles.userId', 'profiles.id')
      .innerJoin('auth.users as user', 'user.id', 'profiles.id')
      .select('fullName')
      .where('profiles.orgId', '=', orgId)
      .where('disabledAt', 'is', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('auth.factors')
              .select('auth.factors.id')
              .whereRef('auth.factors.userId', '=', 'user.id')
              .where(isSecondFactor),
          ),
        ),
      )
      .orderBy('fullName')
      .execute(),
  )
  return rows.map(({ fullName }) => fullName)
}
