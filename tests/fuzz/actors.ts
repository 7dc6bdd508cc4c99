// The actors that send the fuzzed requests, and their restoration after a request has signed out, demoted or archived
// one, or has made a second factor required.
import { sql } from 'kysely'
import type { AccessTokens } from '#features/auth/server/access-token.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { people } from '../harness/people.ts'
import { type MemberName, makeMembers, restoreKey, restorePasskey } from './members.ts'
import type { ActorName } from './operations.ts'
import { CANARY } from './response-check.ts'

export type FuzzActors = Awaited<ReturnType<typeof openActors>>

/** An access token expires after 15 minutes. */
const RENEWED_AFTER_MS = 5 * 60_000

/**
 * One actor of each kind in the organization, also with a second factor and by API keys, and an administrator of another
 * organization, whose rows all contain CANARY.
 */
export async function openActors(database: Database, tokens: AccessTokens, orgId: string) {
  const make = people(database, tokens)
  const other = await make.anOrganization(`${CANARY} AB`)
  const customer = await make.aCustomer({ orgId })
  await make.aCustomer({ orgId: other.id, name: `${CANARY} kund` })
  const members = await makeMembers(make, { orgId, otherOrgId: other.id, customer })
  const approver = members.customer.userId
  await database.as('owner', (db) =>
    db.updateTable('customerUsers').set({ mayApprove: true }).where('userId', '=', approver).execute(),
  )
  const renewedAt = new Map<ActorName, number>(Object.keys(members).map((name) => [name as ActorName, Date.now()]))
  const restoring = new Map<ActorName, Promise<void>>()

  /**
   * Retried, because it locks the same rows as the product in another order and may deadlock. A technician who became
   * the last administrator can be demoted only after the administrator has been restored.
   */
  async function restoreWithRetry(name: MemberName, retries = 5): Promise<void> {
    try {
      await restore(name)
    } catch (error) {
      if (retries === 0) throw error
      if (name !== 'admin' && members[name].role === 'technician') await restoreOnce('admin')
      await restoreWithRetry(name, retries - 1)
    }
  }
  async function restore(name: MemberName) {
    const member = members[name]
    const { userId, email, orgId: org, role, customerId, passkey, key } = member
    const sessionId = uuidv7()
    await database.as('owner', async (db) => {
      const enabled = { disabledAt: null, mustChangePassword: false, email }
      await db.updateTable('auth.users').set(enabled).where('id', '=', userId).execute()
      await restorePasskey(db, member)
      const level = passkey?.level === 'aal2' && { aal: passkey.level, factorAt: sql<string>`now()` }
      await db
        .insertInto('auth.sessions')
        .values({ id: sessionId, userId, ...level })
        .execute()
      if (role && org) {
        await db
          .insertInto('userRoles')
          .values({ userId, orgId: org, role })
          .onConflict((c) => c.column('userId').doUpdateSet({ role }))
          .execute()
      }
      await restoreKey(db, member)
      if (org) await requireNoFactor(db, org)
      if (customerId) {
        await sql`select set_config('app.role', 'admin', true)`.execute(db) // only administrators may restore an archived customer
        await db.updateTable('customers').set({ archivedAt: null }).where('id', '=', customerId).execute()
      }
    })
    if (!key) member.token = await tokens.sign({ userId, sessionId, email })
    renewedAt.set(name, Date.now())
  }
  /** Concurrent calls for the same actor share one run. */
  const restoreOnce = (name: MemberName) => {
    const running = restoring.get(name) ?? restoreWithRetry(name).finally(() => restoring.delete(name))
    restoring.set(name, running)
    return running
  }
  for (const [name, { passkey, key }] of Object.entries(members))
    if (passkey || key) await restoreOnce(name as MemberName)
  return {
    customerId: customer.id,
    technicianId: members.technician.userId,
    ids: [orgId, other.id, customer.id, ...Object.values(members).map(({ userId }) => userId)],
    async tokenOf(name: ActorName) {
      if (name === 'nobody') return undefined
      if (Date.now() - (renewedAt.get(name) ?? 0) > RENEWED_AFTER_MS) await restoreOnce(name)
      return members[name].token
    },
    async restore(name: ActorName) {
      if (name !== 'nobody') await restoreOnce(name)
    },
  }
}

/** An administrator may have set the date from which staff can do nothing without a second factor. */
const requireNoFactor = (db: Db, orgId: string) =>
  db
    .updateTable('organizations')
    .set({ factorRequiredFrom: null })
    .where('id', '=', orgId)
    .where('factorRequiredFrom', 'is not', null)
    .execute()
