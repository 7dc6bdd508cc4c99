import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { hashKey } from '#platform/http/api-keys.ts'
import { invalid, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { KEY_PREFIX } from '#shared/api-key.rules.ts'
import {
  type ApiKey,
  type ApiKeyOfOrganization,
  type CreatedApiKey,
  KEY_NOT_FOUND,
  KEYS_MAX,
  type NewApiKey,
} from '../api-keys.contract.ts'

const columns = [
  'apiKeys.id',
  'apiKeys.name',
  'apiKeys.scopes',
  'apiKeys.createdAt',
  'apiKeys.expiresAt',
  'apiKeys.lastUsedAt',
] as const
const isExpired = sql<boolean>`api_keys.expires_at <= now()`.as('isExpired')

/** Those that are not revoked, the newest first; expired ones too, so that one sees why a program stopped. */
const keyRows = (db: Db) =>
  db
    .selectFrom('apiKeys')
    .select(columns)
    .select(isExpired)
    .where('revokedAt', 'is', null)
    .orderBy('apiKeys.createdAt', 'desc')
    .orderBy('apiKeys.id', 'desc')

export const listOwnKeys = (db: Db, { userId }: StaffActor): Promise<ApiKey[]> =>
  keyRows(db).where('userId', '=', userId).execute()

/** Of the actor's organization. */
export const listAllKeys = (db: Db): Promise<ApiKeyOfOrganization[]> =>
  keyRows(db).innerJoin('profiles', 'profiles.id', 'apiKeys.userId').select('profiles.fullName as maker').execute()

const refusals = {
  api_keys_at_most_max: () => invalid(`Du har redan ${KEYS_MAX} nycklar. Återkalla en som inte används.`),
}

/** Stores the hash and returns the key, 256 random bits. Throws 422 for more than KEYS_MAX. */
export async function createKey(
  db: Db,
  actor: StaffActor,
  { name, scopes, expiresInDays }: NewApiKey,
): Promise<CreatedApiKey> {
  const key = KEY_PREFIX + randomBytes(32).toString('base64url')
  const row = {
    orgId: organizationOf(actor),
    id: uuidv7(),
    userId: actor.userId,
    name,
    keyHash: hashKey(key),
    scopes,
    expiresAt: sql<string>`now() + make_interval(hours => 24 * ${expiresInDays}::int)`,
  }
  const created = await onConstraint(refusals, () =>
    db.insertInto('apiKeys').values(row).returning(columns).returning(isExpired).executeTakeFirstOrThrow(),
  )
  const detail = { name, scopes, expiresAt: created.expiresAt }
  await audit(db, actor, { action: 'created', subject: 'api_key', subjectId: created.id, detail })
  return { ...created, key }
}

/** Throws 404 for a key that the actor may not see or that is revoked. */
export async function revokeKey(db: Db, actor: StaffActor, id: string) {
  const revoked = await db
    .updateTable('apiKeys')
    .set({ revokedAt: sql<string>`now()`, revokedBy: actor.userId })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning(['userId', 'name'])
    .executeTakeFirst()
  if (!revoked) throw notFound(KEY_NOT_FOUND)
  await audit(db, actor, { action: 'revoked', subject: 'api_key', subjectId: id, detail: revoked })
}
