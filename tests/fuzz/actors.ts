// Who sends the requests, and how they are put on their feet again after one has signed out, demoted or archived them.
import { sql } from 'kysely'
import type { AccessTokens } from '#auth/server/access-token.ts'
import type { Database } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import { people } from '../harness/people.ts'
import type { ActorName } from './requests.ts'
import { CANARY } from './response-check.ts'

type Member = {
  userId: string
  email: string
  orgId: string | null
  role?: 'admin' | 'technician'
  customerId?: string
  token: string
}
export type Cast = Awaited<ReturnType<typeof openCast>>

/** A token lasts a quarter of an hour. */
const RENEWED_AFTER_MS = 5 * 60_000

/** One of each kind in the organization, and an administrator of another one whose rows all say CANARY. */
export async function openCast(database: Database, tokens: AccessTokens, orgId: string) {
  const make = people(database, tokens)
  const other = await make.anOrganization(`${CANARY} AB`)
  const customer = await make.aCustomer({ orgId })
  await make.aCustomer({ orgId: other.id, name: `${CANARY} kund` })
  const members: Record<Exclude<ActorName, 'nobody'>, Member> = {
    unlinked: await make.aLogin(null, null),
    customer: { ...(await make.aPortalUser(customer)), customerId: customer.id },
    technician: { ...(await make.aTechnician({ orgId })), role: 'technician' },
    admin: { ...(await make.anAdmin({ orgId })), role: 'admin' },
    stranger: { ...(await make.anAdmin({ orgId: other.id, fullName: `Ada ${CANARY}` })), role: 'admin' },
  }
  const renewedAt = new Map<ActorName, number>(Object.keys(members).map((name) => [name as ActorName, Date.now()]))
  const reviving = new Map<ActorName, Promise<void>>()

  /** It meets the product at the same rows, in another order: then it begins again. The last administrator stays one. */
  async function revive(name: Exclude<ActorName, 'nobody'>, again = 5): Promise<void> {
    try {
      await standUp(name)
    } catch (error) {
      if (again === 0) throw error
      if (name === 'technician') await reviveOnce('admin')
      await revive(name, again - 1)
    }
  }
  async function standUp(name: Exclude<ActorName, 'nobody'>) {
    const member = members[name]
    const { userId, email, orgId: org, role, customerId } = member
    const sessionId = uuidv7()
    await database.as('owner', async (db) => {
      const alive = { disabledAt: null, mustChangePassword: false, email }
      await db.updateTable('auth.users').set(alive).where('id', '=', userId).execute()
      await db.insertInto('auth.sessions').values({ id: sessionId, userId }).execute()
      if (role && org) {
        await db
          .insertInto('userRoles')
          .values({ userId, orgId: org, role })
          .onConflict((c) => c.column('userId').doUpdateSet({ role }))
          .execute()
      }
      if (customerId) {
        await sql`select set_config('app.role', 'admin', true)`.execute(db) // an archive is an administrator's to open
        await db.updateTable('customers').set({ archivedAt: null }).where('id', '=', customerId).execute()
      }
    })
    member.token = await tokens.sign({ userId, sessionId, email })
    renewedAt.set(name, Date.now())
  }
  /** Once, however many requests find the person out. */
  const reviveOnce = (name: Exclude<ActorName, 'nobody'>) => {
    const running = reviving.get(name) ?? revive(name).finally(() => reviving.delete(name))
    reviving.set(name, running)
    return running
  }
  return {
    customerId: customer.id,
    ids: [orgId, other.id, customer.id, ...Object.values(members).map(({ userId }) => userId)],
    async tokenOf(name: ActorName) {
      if (name === 'nobody') return undefined
      if (Date.now() - (renewedAt.get(name) ?? 0) > RENEWED_AFTER_MS) await reviveOnce(name)
      return members[name].token
    },
    async revive(name: ActorName) {
      if (name !== 'nobody') await reviveOnce(name)
    },
  }
}
