// What is read, checked and written when a text is opened or stored. What cannot be read is never overwritten.
import { getCustomer, holdCustomer } from '#customers/server/customers.queries.ts'
import type { StaffActor } from '#db/actor.ts'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { AppError, conflict, invalid, notFound } from '#lib/server/app-error.ts'
import { organizationOf } from '#lib/server/organization.ts'
import { ARCHIVED, type Credentials, KEY_MISSING, UNREADABLE, type VaultState } from '../vault.contract.ts'
import { type Sealed, seal, sealedEmpty, Unreadable } from './envelope.ts'
import { unsealInAnyLetters } from './mixed-case-ids.ts'
import type { VaultKeys } from './vault-keys.ts'
import { findCurrent, findVersion, type SealedRow } from './vault-rows.queries.ts'

type Stored = NonNullable<Awaited<ReturnType<typeof findCurrent>>>
/** `onMisbound` is given what a row should hold instead: the text bound to the id as the database says it. */
type Texts = { db: Db; keys: VaultKeys; onMisbound: (row: SealedRow, sealed: Sealed) => void }
type Vault = Texts & { actor: StaffActor; ip: string }

const nothingSaved = { version: 0, savedBy: null, savedAt: null }
const savedOf = (row: Stored | undefined) =>
  row ? { version: row.version, savedBy: row.savedBy, savedAt: row.savedAt } : nothingSaved

const keyMissing = () => new AppError(500, 'key_missing', KEY_MISSING)

export async function getState(texts: Texts, customerId: string): Promise<VaultState> {
  const { db, keys } = texts
  const { archivedAt } = await getCustomer(db, customerId)
  const current = await findCurrent(db, customerId)
  return {
    ...savedOf(current),
    state: (await findEncryptingKey(db, keys)) ? await stateOf(texts, current) : 'keyMissing',
    isArchived: archivedAt !== null,
  }
}

async function stateOf(texts: Texts, current: Stored | undefined) {
  try {
    await open(texts, current)
    return 'readable'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code === 'key_missing' ? 'keyMissing' : 'unreadable'
  }
}

/** The current text, and a line in the audit log. Throws 500 with the specified text when it cannot be opened. */
export async function readText(vault: Vault, customerId: string): Promise<Credentials> {
  const { db, actor, ip } = vault
  await getCustomer(db, customerId)
  const current = await findCurrent(db, customerId)
  const text = await open(vault, current)
  const { version } = savedOf(current)
  await audit(db, actor, { ...subjectOf(customerId), action: 'read', detail: { version, ip } })
  return { ...savedOf(current), text }
}

/**
 * Stores a text as a new version. Throws 409 with the current text when somebody saved since, 422 for an archived
 * customer, and 500 when the current version cannot be read.
 */
export async function saveText(vault: Vault, asked: string, given: { text: string; version: number }) {
  const { id: customerId } = await getUnarchived(vault.db, asked)
  const current = await findCurrent(vault.db, customerId)
  const standing = await open(vault, current)
  if (savedOf(current).version !== given.version)
    throw shown(vault, customerId, { ...savedOf(current), text: standing })
  const version = given.version + 1
  if (!(await insertVersion(vault, { customerId, version, text: given.text }))) {
    const first = await findCurrent(vault.db, customerId)
    throw shown(vault, customerId, { ...savedOf(first), text: await open(vault, first) })
  }
  const { db, actor, ip } = vault
  await audit(db, actor, { ...subjectOf(customerId), action: 'changed', detail: { version, ip } })
  return getState(vault, customerId)
}

/** Writes an earlier version's text as a new one, also when the current one cannot be read: that is how it is mended. */
export async function restoreVersion(
  vault: Vault,
  asked: string,
  { version: from, basedOn }: { version: number; basedOn: number },
) {
  const { db, actor, ip } = vault
  const { id: customerId } = await getUnarchived(db, asked)
  const earlier = await findVersion(db, customerId, from)
  if (!earlier) throw notFound('Versionen finns inte')
  const text = await open(vault, earlier)
  const version = basedOn + 1
  const current = await findCurrent(db, customerId)
  if (current?.version !== basedOn || !(await insertVersion(vault, { customerId, version, text }))) {
    throw conflict(savedOf(await findCurrent(db, customerId)), 'Någon annan hann spara. Se över och försök igen.')
  }
  await audit(db, actor, { ...subjectOf(customerId), action: 'restored', detail: { version, from, ip } })
  return getState(vault, customerId)
}

const subjectOf = (customerId: string) => ({ subject: 'credentials', subjectId: customerId }) as const

async function open({ keys, onMisbound }: Texts, row: Stored | undefined): Promise<string> {
  if (!row) return ''
  const key = row.keyId === null ? undefined : await keys.find(row.keyId)
  try {
    const { text, isMisbound } = unsealInAnyLetters(row, row, key?.key)
    if (key && isMisbound) onMisbound(row, seal(text, row, key))
    return text
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const refusal = error.reason === 'key' ? keyMissing() : new AppError(500, 'unreadable', UNREADABLE)
    refusal.cause = error
    throw refusal
  }
}

/** The key to encrypt with, if its fingerprint is the one that the database holds. */
async function findEncryptingKey(db: Db, keys: VaultKeys) {
  const key = await keys.current()
  if (!key) return undefined
  const known = await db.selectFrom('vaultKeys').select('id').where('id', '=', key.id).executeTakeFirst()
  return known && key
}

/** A text is bound to the id as the database says it, never as it was asked for. */
async function getUnarchived(db: Db, asked: string) {
  const customer = await holdCustomer(db, asked)
  if (customer.archivedAt !== null) throw invalid(ARCHIVED)
  return customer
}

type NewVersion = { customerId: string; version: number; text: string }

/** False when somebody else was first: the primary key decides. */
async function insertVersion({ db, keys, actor }: Vault, { customerId, version, text }: NewVersion) {
  const key = await findEncryptingKey(db, keys)
  if (!key) throw keyMissing()
  const place = { orgId: organizationOf(actor), customerId, version }
  const inserted = await db
    .insertInto('customerCredentials')
    .values({ ...place, ...(text === '' ? sealedEmpty : seal(text, place, key)), createdBy: actor.userId })
    .onConflict((c) => c.columns(['orgId', 'customerId', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst()
  return inserted !== undefined
}

/** A conflict shows the current text, so it is a reading too, and is audited though the saving is rolled back. */
function shown({ actor, ip }: Vault, customerId: string, current: Credentials) {
  const refusal = conflict(current, 'Någon annan hann spara. Jämför och spara igen.')
  refusal.details.afterRollback = (database) =>
    database.asActor(
      actor.sessionId,
      () => undefined,
      (db, reader) =>
        audit(db, reader, { ...subjectOf(customerId), action: 'read', detail: { version: current.version, ip } }),
    )
  return refusal
}
