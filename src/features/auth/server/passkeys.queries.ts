import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { notFound } from '#platform/http/app-error.ts'
import type { Passkey } from '../passkeys.contract.ts'
import { asAuth } from './as-auth.ts'
import type { NewCredential } from './webauthn.ts'

const PASSKEY_NOT_FOUND = 'Passkeyn är redan borttagen'

const verifiedPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('auth.factors')
    .where('userId', '=', userId)
    .where('factorType', '=', 'webauthn')
    .where('status', '=', 'verified')

/** The login's passkeys in the form of the protocol, the oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await asAuth(db, () => verifiedPasskeys(db, userId).select(shown).orderBy('createdAt').execute())
  return rows.map(passkeyOf)
}

/** The credentials of the login, for the authenticator to find its own, or not to make another. */
export const listCredentials = (db: Db, userId: string, factorId?: string) =>
  asAuth(db, () =>
    verifiedPasskeys(db, userId)
      .$if(factorId !== undefined, (query) => query.where('id', '=', factorId ?? ''))
      .select(['credentialId as id', 'transports'])
      .$narrowType<{ id: Buffer }>()
      .execute(),
  )

type NewPasskey = { userId: string; name: string; credential: NewCredential }

/** Stores a passkey, or makes `factorId`, an unverified factor, one. Undefined when somebody already has the credential. */
export async function createPasskey(db: Db, { userId, name, credential }: NewPasskey): Promise<Passkey | undefined> {
  const row = await asAuth(db, () =>
    db
      .insertInto('auth.factors')
      .values({
        id: uuidv7(),
        userId,
        factorType: 'webauthn',
        status: 'verified',
        verifiedAt: sql<string>`now()`,
        friendlyName: name,
        ...columnsOf(credential),
      })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .returning(shown)
      .executeTakeFirst(),
  )
  return row && passkeyOf(row)
}

/** The columns of a registered credential. */
export const columnsOf = ({ id, publicKey, signCount, transports, isBackedUp }: NewCredential) => ({
  credentialId: id,
  publicKey,
  signCount,
  transports,
  isBackedUp,
})

/** Throws 404 for one that is removed, or another person's. */
export async function renamePasskey(
  db: Db,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const row = await asAuth(db, () =>
    db
      .updateTable('auth.factors')
      .set({ friendlyName: name })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('factorType', '=', 'webauthn')
      .where('status', '=', 'verified')
      .returning(shown)
      .executeTakeFirst(),
  )
  if (!row) throw notFound(PASSKEY_NOT_FOUND)
  return passkeyOf(row)
}

/** Throws 404 for one that is removed, or another person's. */
export async function deletePasskey(db: Db, userId: string, id: string) {
  const removed = await asAuth(db, () =>
    db
      .deleteFrom('auth.factors')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('factorType', '=', 'webauthn')
      .where('status', '=', 'verified')
      .executeTakeFirst(),
  )
  if (removed.numDeletedRows === 0n) throw notFound(PASSKEY_NOT_FOUND)
}

export const hasVerifiedFactor = async (db: Db, userId: string) => {
  const found = await asAuth(db, () =>
    db
      .selectFrom('auth.factors')
      .select('id')
      .where('userId', '=', userId)
      .where('status', '=', 'verified')
      .where('factorType', '!=', 'recovery_code')
      .limit(1)
      .executeTakeFirst(),
  )
  return found !== undefined
}

/** A passkey by its credential, locked so that answers of copies are judged one after the other. */
export const lockPasskey = (db: Db, credentialId: Buffer) =>
  db
    .selectFrom('auth.factors')
    .select(['id', 'userId', 'credentialId', 'publicKey', 'signCount', 'transports'])
    .where('credentialId', '=', credentialId)
    .where('factorType', '=', 'webauthn')
    .where('status', '=', 'verified')
    .$narrowType<{ credentialId: Buffer; publicKey: Buffer; signCount: number }>()
    .forUpdate()
    .executeTakeFirst()
export type StoredPasskey = NonNullable<Awaited<ReturnType<typeof lockPasskey>>>

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
