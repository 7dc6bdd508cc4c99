import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/http/app-error.ts'
import type { Passkey } from '../passkeys.contract.ts'
import { asAuth } from './as-auth.ts'

const verifiedPasskeys = (db: Db, userId: string) =>
  db.selectFrom('auth.factors').where((eb) => eb.and({ userId, factorType: 'webauthn', status: 'verified' }))

/** The login's passkeys in the form of the protocol, the oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await asAuth(db, () => verifiedPasskeys(db, userId).select(shown).orderBy('createdAt').execute())
  return rows.map(passkeyOf)
}

/** Throws 404 for one that is removed, or another person's. */
export async function getPasskey(db: Db, { id, userId }: { id: string; userId: string }): Promise<Passkey> {
  const row = await asAuth(db, () => verifiedPasskeys(db, userId).select(shown).where('id', '=', id).executeTakeFirst())
  if (!row) throw notFound('Passkeyn är redan borttagen')
  return passkeyOf(row)
}

/** The credentials of the login, or of one factor: for the authenticator to find its own, or not to make another. */
export const listCredentials = (db: Db, userId: string, factorId?: string) =>
  asAuth(db, () =>
    verifiedPasskeys(db, userId)
      .$if(factorId !== undefined, (query) => query.where('id', '=', factorId ?? ''))
      .select(['credentialId as id', 'transports'])
      .$narrowType<{ id: Buffer }>()
      .execute(),
  )

/** The passkey with this credential, and whose it is. */
export async function findCredential(db: Db, credentialId: Buffer) {
  const row = await db
    .selectFrom('auth.factors')
    .select(['id as factorId', 'userId', 'publicKey', 'signCount', 'transports'])
    .where('credentialId', '=', credentialId)
    .$narrowType<{ publicKey: Buffer; signCount: number }>()
    .executeTakeFirst()
  if (!row) return undefined
  const { factorId, userId, ...key } = row
  return { factorId, userId, credential: { id: credentialId, ...key } }
}

export const notePasskeyUse = (
  db: Db,
  id: string,
  { signCount, isBackedUp }: { signCount: number; isBackedUp: boolean },
) =>
  db.updateTable('auth.factors').set({ signCount, isBackedUp, lastUsedAt: sql`now()` }).where('id', '=', id).execute()

const shown = ['id', 'friendlyName', 'createdAt', 'lastUsedAt'] as const

type Shown = { id: string; friendlyName: string | null; createdAt: string; lastUsedAt: string | null }

const passkeyOf = ({ id, friendlyName, createdAt, lastUsedAt }: Shown): Passkey => ({
  id,
  friendly_name: friendlyName ?? 'Passkey',
  created_at: createdAt,
  ...(lastUsedAt !== null && { last_used_at: lastUsedAt }),
})
