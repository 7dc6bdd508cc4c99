// The logins of the actors, with what lets them in: a session, a second factor, an API key.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Authenticator } from '#features/auth/testing/authenticator.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { hashKey } from '#platform/http/api-keys.ts'
import { KEY_PREFIX, type KeyScope } from '#shared/api-key.rules.ts'
import type { People } from '../harness/people.ts'
import type { ActorName } from './operations.ts'
import { CANARY } from './response-check.ts'

export type Member = {
  userId: string
  email: string
  orgId: string | null
  role?: 'admin' | 'technician'
  customerId?: string
  token: string
  /** The second factor of the login, and whether its sessions have proved it. */
  passkey?: { id: string; level: 'aal1' | 'aal2'; credentialId: Buffer; publicKey: Buffer }
  /** `token` is an API key with this scope. */
  key?: { id: string; scope: KeyScope }
}
export type MemberName = Exclude<ActorName, 'nobody'>

type Where = { orgId: string; otherOrgId: string; customer: { id: string; orgId: string } }

export async function makeMembers(make: People, { orgId, otherOrgId, customer }: Where) {
  const aTechnician = async () => ({ ...(await make.aTechnician({ orgId })), role: 'technician' as const })
  const members: Record<MemberName, Member> = {
    unlinked: await make.aLogin(null, null),
    customer: { ...(await make.aPortalUser(customer)), customerId: customer.id },
    technician: await aTechnician(),
    admin: { ...(await make.anAdmin({ orgId })), role: 'admin' },
    otherAdmin: { ...(await make.anAdmin({ orgId: otherOrgId, fullName: `Ada ${CANARY}` })), role: 'admin' },
    aal1: { ...(await aTechnician()), passkey: aPasskey('aal1') },
    aal2: { ...(await aTechnician()), passkey: aPasskey('aal2') },
    'key:read': { ...(await aTechnician()), ...aKey('read') },
    'key:tickets': { ...(await aTechnician()), ...aKey('tickets') },
    'key:time': { ...(await aTechnician()), ...aKey('time') },
    'key:customers': { ...(await aTechnician()), ...aKey('customers') },
  }
  return members
}

function aPasskey(level: 'aal1' | 'aal2'): NonNullable<Member['passkey']> {
  const { credentialId, publicKey } = new Authenticator()
  return { id: uuidv7(), level, credentialId, publicKey }
}

const aKey = (scope: KeyScope) => ({
  token: KEY_PREFIX + randomBytes(32).toString('base64url'),
  key: { id: uuidv7(), scope },
})

/** Puts the passkey of the login back, which another request may have removed. */
export const restorePasskey = (db: Db, { userId, passkey }: Member) =>
  passkey &&
  db
    .insertInto('auth.factors')
    .values({
      id: passkey.id,
      userId,
      factorType: 'webauthn',
      status: 'verified',
      verifiedAt: sql<string>`now()`,
      friendlyName: 'Passkey',
      credentialId: passkey.credentialId,
      publicKey: passkey.publicKey,
      signCount: 0,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

/** Makes the key valid, which another request may have revoked. */
export const restoreKey = (db: Db, { orgId, userId, key, token }: Member) =>
  key &&
  orgId &&
  db
    .insertInto('apiKeys')
    .values({
      orgId,
      id: key.id,
      userId,
      name: `Nyckel för ${key.scope}`,
      keyHash: hashKey(token),
      scopes: [key.scope],
      expiresAt: sql<string>`now() + interval '90 days'`,
    })
    .onConflict((conflict) => conflict.columns(['orgId', 'id']).doUpdateSet({ revokedAt: null, revokedBy: null }))
    .execute()
