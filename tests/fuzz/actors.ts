// The actors that send the fuzzed requests, and their restoration after a request has signed out, demoted or archived
// one, or has made a second factor required.
import { sql } from 'kysely'
import type { AccessTokens } from '#features/auth/server/access-token.ts'
import type { Database } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { people } from '../harness/people.ts'
import type { ActorName } from './operations.ts'
import { CANARY } from './response-check.ts'

type Member = {
  userId: string
  email: string
  orgId: string | null
  role?: 'admin' | 'technician'
  customerId?: string
  token: string
}
export type FuzzActors = Awaited<ReturnType<typeof openActors>>

/** An access token expires after 15 minutes. */
const RENEWED_AFTER_MS = 5 * 60_000

/**
 * One actor of each kind in the organization, and an administrator of another organization, whose rows all contain
 * CANARY.
 */
export async function openActors(database: Database, tokens: AccessTokens, orgId: string) {
  const make = people(database, tokens)
  const other = await make.anOrganization(`${CANARY} AB`)
  const customer = await make.aCustomer({ orgId })
  await make.aCustomer({ orgId: other.id, name: `${CANARY} kund` })
  const approver = await make.aPortalUser(customer)
  await database.as('owner', (db) =>
    db.updateTable('customerUsers').set({ mayApprove: true }).where('userId', '=', approver.userId).execute(),
  )
  const members: Record<Exclude<ActorName, 'nobody'>, Member> = {
    unlinked: await make.aLogin(null, null),
    customer: { ...approver, customerId: customer.id },
    technician: { ...(await make.aTechnician({ orgId })), role: 'technician' },
    admin: { ...(await make.anAdmin({ orgId })), role: 'admin' },
    otherAdmin: { ...(await make.anAdmin({ orgId: other.id, fullName: `Ada ${CANARY}` })), role: 'admin' },
  }
  const renewedAt = new Map<ActorName, number>(Object.keys(members).map((name) => [name as ActorName, Date.now()]))
  const restoring = new Map<ActorName, Promise<void>>()

  /**
   * Retried, because it locks the same rows as the product in another order and may deadlock. A technician who became
   * the last administrator can be demoted only after the administrator has been restored.
   */
  async function restoreWithRetry(name: Exclude<ActorName, 'nobody'>, retries = 5): Promise<void> {
    try {
      await restore(name)
    } catch (error) {
      if (retries === 0) throw error
      if (name === 'technician') await restoreOnce('admin')
      await restoreWithRetry(name, retries - 1)
    }
  }
  async function restore(name: Exclude<ActorName, 'nobody'>) {
    const member = members[name]
    const { userId, email, orgId: org, role, customerId } = member
    const sessionId = uuidv7()
    await database.as('owner', async (db) => {
      const enabled = { disabledAt: null, mustChangePassword: false, email }
      await db.updateTable('auth.users').set(enabled).where('id', '=', userId).execute()
      await db.insertInto('auth.sessions').values({ id: sessionId, userId }).execute()
      // Once a drawn date has passed, staff without a factor could do nothing else.
      if (role && org)
        await db.updateTable('organizations').set({ factorRequiredFrom: null }).where('id', '=', org).execute()
      if (role && org) {
        await db
          .insertInto('userRoles')
          .values({ userId, orgId: org, role })
          .onConflict((c) => c.column('userId').doUpdateSet({ role }))
          .execute()
      }
      if (customerId) {
        await sql`select set_config('app.role', 'admin', true)`.execute(db) // only administrators may restore an archived customer
        await db.updateTable('customers').set({ archivedAt: null }).where('id', '=', customerId).execute()
      }
    })
    member.token = await tokens.sign({ userId, sessionId, email })
    renewedAt.set(name, Date.now())
  }
  /** Concurrent calls for the same actor share one run. */
  const restoreOnce = (name: Exclude<ActorName, 'nobody'>) => {
    const running = restoring.get(name) ?? restoreWithRetry(name).finally(() => restoring.delete(name))
    restoring.set(name, running)
    return running
  }
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
