// Reads and saves vault texts. A version that cannot be decrypted is never overwritten.
import { getCustomer, lockActiveCustomer } from '#features/customers/server/customers.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { AppError, conflict, invalid, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { ARCHIVED, KEY_MISSING, SavedVersion, UNREADABLE, VaultContent, type VaultState } from '../vault.contract.ts'
import { type Sealed, seal, sealedEmpty, Unreadable } from './envelope.ts'
import { unsealInAnyCase } from './mixed-case-ids.ts'
import type { VaultKeys } from './vault-keys.ts'
import { findCurrent, findOwnReason, findVersion, type SealedRow } from './vault-rows.queries.ts'

type Stored = NonNullable<Awaited<ReturnType<typeof findCurrent>>>
/** `onMisbound` receives the new envelope for a misbound row: the text bound to the id in lower case. */
type VaultReader = { db: Db; keys: VaultKeys; actor: StaffActor; onMisbound: (row: SealedRow, sealed: Sealed) => void }
type Vault = VaultReader & { ip: string }

const nothingSaved = { version: 0, savedBy: null, savedAt: null }
const savedOf = (row: Stored | undefined) =>
  row ? { version: row.version, savedBy: row.savedBy, savedAt: row.savedAt } : nothingSaved

/** An empty text is stored without a key (`sealedEmpty`). */
const isEmpty = (row: Stored | undefined) => !row || row.keyId === null

const keyMissing = () => new AppError(500, 'key_missing', KEY_MISSING)

export async function getState(reader: VaultReader, customerId: string): Promise<VaultState> {
  const { db, keys, actor } = reader
  const { archivedAt } = await getCustomer(db, customerId)
  const current = await findCurrent(db, customerId)
  return {
    ...savedOf(current),
    state: (await findEncryptingKey(db, keys)) ? await stateOf(reader, current) : 'keyMissing',
    isEmpty: isEmpty(current),
    isArchived: archivedAt !== null,
    ownReason: await findOwnReason(db, actor, customerId),
  }
}

async function stateOf(reader: VaultReader, current: Stored | undefined) {
  try {
    await open(reader, current)
    return 'readable'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code === 'key_missing' ? 'keyMissing' : 'unreadable'
  }
}

/** Reads the current text and audits it unless it is empty. Throws 500 with the specified message when it cannot be decrypted. */
export async function readText(vault: Vault, customerId: string, reason: string | null): Promise<VaultContent> {
  const { db, actor, ip } = vault
  await getCustomer(db, customerId)
  const current = await findCurrent(db, customerId)
  const text = await open(vault, current)
  const { version } = savedOf(current)
  if (!isEmpty(current)) {
    await audit(db, actor, { ...subjectOf(customerId), action: 'read', detail: { version, ip }, reason })
  }
  return { ...savedOf(current), text }
}

/**
 * Stores a text as a new version. Throws 409 with the current text when another user has saved since, 422 for an archived
 * customer, and 500 when the current version cannot be decrypted.
 */
export async function saveText(vault: Vault, requestedId: string, input: { text: string; version: number }) {
  const { id: customerId } = await getUnarchived(vault.db, requestedId)
  const current = await findCurrent(vault.db, customerId)
  const currentText = await open(vault, current)
  if (savedOf(current).version !== input.version)
    throw auditedConflict(vault, customerId, { ...savedOf(current), text: currentText })
  const version = input.version + 1
  if (!(await insertVersion(vault, { customerId, version, text: input.text }))) {
    const winner = await findCurrent(vault.db, customerId)
    throw auditedConflict(vault, customerId, { ...savedOf(winner), text: await open(vault, winner) })
  }
  const { db, actor, ip } = vault
  await audit(db, actor, { ...subjectOf(customerId), action: 'changed', detail: { version, ip } })
  return getState(vault, customerId)
}

/** Saves an earlier version's text as a new version; works, as a recovery, even if the current one cannot be decrypted. */
export async function restoreVersion(
  vault: Vault,
  requestedId: string,
  { version: from, basedOn }: { version: number; basedOn: number },
) {
  const { db, actor, ip } = vault
  const { id: customerId } = await getUnarchived(db, requestedId)
  const earlier = await findVersion(db, customerId, from)
  if (!earlier) throw notFound('Versionen finns inte')
  const text = await open(vault, earlier)
  const version = basedOn + 1
  const current = await findCurrent(db, customerId)
  if (current?.version !== basedOn || !(await insertVersion(vault, { customerId, version, text }))) {
    throw conflict(
      SavedVersion,
      savedOf(await findCurrent(db, customerId)),
      'Någon annan hann spara. Se över och försök igen.',
    )
  }
  await audit(db, actor, { ...subjectOf(customerId), action: 'restored', detail: { version, from, ip } })
  return getState(vault, customerId)
}

const subjectOf = (customerId: string) => ({ subject: 'credentials', subjectId: customerId }) as const

async function open({ keys, onMisbound }: VaultReader, row: Stored | undefined): Promise<string> {
  if (!row) return ''
  const key = row.keyId === null ? undefined : await keys.find(row.keyId)
  try {
    const { text, isMisbound } = unsealInAnyCase(row, row, key?.key)
    if (key && isMisbound) onMisbound(row, seal(text, row, key))
    return text
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const refusal = error.reason === 'key' ? keyMissing() : new AppError(500, 'unreadable', UNREADABLE)
    refusal.cause = error
    throw refusal
  }
}

/** The key to encrypt with, if the database has its fingerprint. */
async function findEncryptingKey(db: Db, keys: VaultKeys) {
  const key = await keys.current()
  if (!key) return undefined
  const registered = await db.selectFrom('vaultKeys').select('id').where('id', '=', key.id).executeTakeFirst()
  return registered && key
}

/** Callers encrypt with the id that the database returns, never with the id of the request. */
const getUnarchived = (db: Db, id: string) => lockActiveCustomer(db, id, () => invalid(ARCHIVED))

type NewVersion = { customerId: string; version: number; text: string }

/** False when the version already exists; the primary key decides between concurrent inserts. */
async function insertVersion({ db, keys, actor }: Vault, { customerId, version, text }: NewVersion) {
  const key = await findEncryptingKey(db, keys)
  if (!key) throw keyMissing()
  const row = { orgId: organizationOf(actor), customerId, version }
  const inserted = await db
    .insertInto('customerCredentials')
    .values({ ...row, ...(text === '' ? sealedEmpty : seal(text, row, key)), createdBy: actor.userId })
    .onConflict((c) => c.columns(['orgId', 'customerId', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst()
  return inserted !== undefined
}

/** A conflict reveals the current text, so it is audited as a read, although the transaction is rolled back. */
function auditedConflict({ actor, ip }: Vault, customerId: string, current: VaultContent) {
  const refusal = conflict(VaultContent, current, 'Någon annan hann spara. Jämför och spara igen.')
  refusal.details.afterRollback = (database) =>
    database.asActor(
      actor.sessionId,
      () => undefined,
      (db, freshActor) =>
        audit(db, freshActor, { ...subjectOf(customerId), action: 'read', detail: { version: current.version, ip } }),
    )
  return refusal
}
