import type { Actor } from '#db/actor.ts'
import type { Db } from '#db/database.ts'
import type { Me } from '../auth.contract.ts'

/** The actor with the names that the screens' header shows. */
export async function getMe(
  db: Db,
  { kind, role, userId, email, fullName, orgId, customerId, mustChangePassword }: Actor,
): Promise<Me> {
  const organization =
    orgId === null
      ? undefined
      : await db.selectFrom('organizations').select('name').where('id', '=', orgId).executeTakeFirst()
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
    customer: customer?.name ?? null,
    mustChangePassword,
  }
}
