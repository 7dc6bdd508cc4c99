import { sql } from 'kysely'
import { getCustomer } from '#features/customers/server/customers.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import type { VaultAccess } from '../vault.contract.ts'
import type { RowBinding, Sealed } from './envelope.ts'

const versionsOf = (db: Db, customerId: string) =>
  db
    .selectFrom('customerCredentials')
    .leftJoin('profiles', 'profiles.id', 'customerCredentials.createdBy')
    .select([
      'customerCredentials.version',
      'profiles.fullName as savedBy',
      'customerCredentials.createdAt as savedAt',
      'customerCredentials.orgId',
      'customerCredentials.customerId',
      'customerCredentials.keyId',
      'customerCredentials.envelope',
    ])
    .where('customerCredentials.customerId', '=', customerId)

/** The current version, encrypted; undefined before the first save. */
export const findCurrent = (db: Db, customerId: string) =>
  versionsOf(db, customerId).orderBy('customerCredentials.version', 'desc').limit(sql.lit(1)).executeTakeFirst()

export const findVersion = (db: Db, customerId: string, version: number) =>
  versionsOf(db, customerId).where('customerCredentials.version', '=', version).executeTakeFirst()

/** A version as it is stored: its row and its envelope. */
export type SealedRow = RowBinding & Sealed

/**
 * Replaces the envelope that was read; only the owner role may. Returns 0 when another process replaced it first or
 * row-level security hides the row.
 */
export async function replaceEnvelope(db: Db, { orgId, customerId, version, envelope }: SealedRow, sealed: Sealed) {
  const { numUpdatedRows } = await db
    .updateTable('customerCredentials')
    .set(sealed)
    .where('orgId', '=', orgId)
    .where('customerId', '=', customerId)
    .where('version', '=', version)
    .where('envelope', '=', envelope)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function listVersions(db: Db, customerId: string, after: string | undefined) {
  await getCustomer(db, customerId)
  const rows = await db
    .selectFrom('customerCredentials')
    .leftJoin('profiles', 'profiles.id', 'customerCredentials.createdBy')
    .select((eb) => [
      'customerCredentials.version',
      'profiles.fullName as savedBy',
      'customerCredentials.createdAt as savedAt',
      eb('customerCredentials.keyId', 'is', null).as('isEmpty'),
    ])
    .where('customerCredentials.customerId', '=', customerId)
    .$if(after !== undefined, (query) => query.where('customerCredentials.version', '<', Number(after)))
    .orderBy('customerCredentials.version', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
    .$narrowType<{ isEmpty: boolean }>()
    .execute()
  const pageRows = rows.slice(0, PAGE_SIZE)
  return { rows: pageRows, next: rows.length > PAGE_SIZE ? String(pageRows.at(-1)?.version) : null }
}

/** The reason of the actor's last reading with one, within the hours for which a proof opens the vault. */
export async function findOwnReason(db: Db, { userId, vaultProofHours }: StaffActor, customerId: string) {
  const row = await db
    .selectFrom('auditLog')
    .select(['reason as text', 'at'])
    .where('subject', '=', sql.lit('credentials'))
    .where('subjectId', '=', customerId)
    .where('action', '=', sql.lit('read'))
    .where('userId', '=', userId)
    .where('reason', 'is not', null)
    .where('at', '>', sql<string>`now() - make_interval(hours => ${vaultProofHours})`)
    .orderBy('at', 'desc')
    .limit(sql.lit(1))
    .$narrowType<{ text: string }>()
    .executeTakeFirst()
  return row ?? null
}

/** Row-level security limits the audit log to administrators. */
export async function listAccessLog(db: Db, customerId: string, after: string | undefined) {
  await getCustomer(db, customerId)
  const position = positionOf(after, ['createdAt', 'id'])
  const rows = await db
    .selectFrom('auditLog')
    .leftJoin('profiles', 'profiles.id', 'auditLog.userId')
    .select([
      'auditLog.id',
      'auditLog.at',
      'profiles.fullName as who',
      'auditLog.action',
      sql<number>`(detail->>'version')::int`.as('version'),
      sql<number | null>`(detail->>'from')::int`.as('from'),
      'auditLog.reason',
    ])
    .where('subject', '=', sql.lit('credentials'))
    .where('subjectId', '=', customerId)
    .$if(position !== undefined, (query) =>
      query.where(
        sql<boolean>`(audit_log.at, audit_log.id) < (${position?.createdAt}::timestamptz, ${position?.id}::uuid)`,
      ),
    )
    .orderBy('auditLog.at', 'desc')
    .orderBy('auditLog.id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
    .$narrowType<{ action: VaultAccess['action'] }>()
    .execute()
  return page(rows, ({ at, id }) => ({ createdAt: at, id }))
}
