import type { AccessTokens } from '#features/auth/server/access-token.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { FIRST_DAY } from '#shared/dates.rules.ts'
import type { Person } from './harness.ts'

export type People = ReturnType<typeof people>

/** Factories for organizations, logins with an active session, and customers; defaults fill in what a test does not mention. */
export function people(database: Database, tokens: AccessTokens) {
  const asOwner = (work: (db: Db) => Promise<unknown>) => database.as('owner', work)

  async function anOrganization(name = 'Nordnät AB') {
    const id = uuidv7()
    await asOwner(async (db) => {
      await db.insertInto('organizations').values({ id, name }).execute()
      await db.insertInto('companyFacts').values({ orgId: id, billingFrom: FIRST_DAY }).execute()
    })
    return { id, name }
  }

  async function aLogin(
    kind: 'staff' | 'customer' | null,
    orgId: string | null,
    email = `${uuidv7()}@example.se`,
  ): Promise<Person> {
    const userId = uuidv7()
    const sessionId = uuidv7()
    await asOwner(async (db) => {
      await db.insertInto('auth.users').values({ id: userId, email, kind }).execute()
      await db.insertInto('auth.sessions').values({ id: sessionId, userId }).execute()
    })
    return { userId, sessionId, email, orgId, token: await tokens.sign({ userId, sessionId, email }) }
  }

  async function aStaffMember(
    role: 'admin' | 'technician',
    { orgId, fullName = 'Test Person' }: { orgId: string | null; fullName?: string },
  ) {
    const person = await aLogin('staff', orgId)
    await asOwner(async (db) => {
      await db.insertInto('profiles').values({ id: person.userId, orgId, fullName }).execute()
      await db.insertInto('userRoles').values({ userId: person.userId, orgId, role }).execute()
    })
    return { ...person, fullName }
  }

  async function aCustomer({ orgId, name = 'Kund AB' }: { orgId: string; name?: string }) {
    const id = uuidv7()
    await asOwner((db) => db.insertInto('customers').values({ orgId, id, name }).execute())
    return { id, orgId, name }
  }

  async function aPortalUser({ id, orgId }: { id: string; orgId: string }) {
    const person = await aLogin('customer', orgId)
    await asOwner((db) =>
      db.insertInto('customerUsers').values({ orgId, userId: person.userId, customerId: id }).execute(),
    )
    return person
  }

  return {
    anOrganization,
    aLogin,
    aCustomer,
    aPortalUser,
    aTechnician: (options: { orgId: string | null; fullName?: string }) => aStaffMember('technician', options),
    anAdmin: (options: { orgId: string | null; fullName?: string }) => aStaffMember('admin', options),
  }
}
