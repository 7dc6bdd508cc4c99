// Mailboxes for administrators. The secret is written here and never read.
import { seal } from '#features/vault/server/envelope.ts'
import type { VaultKeys } from '#features/vault/server/vault-keys.ts'
import { KEY_MISSING } from '#features/vault/vault.contract.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError, conflict, invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import type { OutgoingGuard } from '#platform/http/outgoing-guard.ts'
import {
  type ChangedMailbox,
  MAILBOX_EXISTS,
  MAILBOX_NOT_FOUND,
  Mailbox,
  type NewMailbox,
  PORT_REFUSED,
} from '../mailboxes.contract.ts'
import { rowOfSecret } from './secret-row.ts'

const columns = [
  ...(['id', 'address', 'kind', 'host', 'port', 'tls', 'login', 'tenant', 'clientId', 'folder', 'doneFolder'] as const),
  ...(['authservId', 'opensTickets', 'isActive', 'readDays', 'version', 'seenAt', 'failure', 'failedAt'] as const),
  ...(['plusConfirmedAt', 'plusLostAt', 'renumberedAt'] as const),
] as const

export const listMailboxes = (db: Db): Promise<Mailbox[]> =>
  db.selectFrom('mailboxes').select(columns).orderBy('address').execute()

async function getMailbox(db: Db, id: string): Promise<Mailbox> {
  const mailbox = await db.selectFrom('mailboxes').select(columns).where('id', '=', id).executeTakeFirst()
  if (!mailbox) throw notFound(MAILBOX_NOT_FOUND)
  return mailbox
}

type Parts = { vaultKeys: VaultKeys; guard: OutgoingGuard }

/** Throws 422 for an address that has a mailbox and for a port that is not IMAP's, 500 without a vault key. */
export async function createMailbox(
  db: Db,
  { vaultKeys, guard }: Parts,
  actor: StaffActor,
  { secret, ...settings }: NewMailbox,
) {
  checkPort(guard, settings)
  const orgId = organizationOf(actor)
  const id = uuidv7()
  const sealed = await sealedSecret(vaultKeys, { orgId, id }, secret)
  await mappingAddress(() =>
    db
      .insertInto('mailboxes')
      .values({ ...settings, ...sealed, orgId, id, createdBy: actor.userId })
      .execute(),
  )
  await audit(db, actor, { action: 'created', subject: 'mailbox', subjectId: id, detail: detailOf(settings) })
  return getMailbox(db, id)
}

/**
 * Reading starts over when the server, the login or the folder changes. Throws 404, 409, and 422 and 500 as `createMailbox`.
 */
export async function changeMailbox(
  db: Db,
  { vaultKeys, guard }: Parts,
  actor: StaffActor,
  id: string,
  { version, secret, ...settings }: ChangedMailbox,
) {
  const before = await getMailbox(db, id)
  if (before.version !== version) throw conflict(Mailbox, before)
  const isElsewhere = (['host', 'port', 'login', 'folder'] as const).some((field) => before[field] !== settings[field])
  if (before.host !== settings.host || before.port !== settings.port) checkPort(guard, settings)
  // A stored password is never sent to another server than the one that it was entered for.
  if (
    secret === null &&
    (before.host !== settings.host || before.login !== settings.login || before.tls !== settings.tls)
  )
    throw invalidField('secret', 'Ange lösenordet igen, eftersom server, kryptering eller användarnamn är ändrat')
  const sealed = secret === null ? {} : await sealedSecret(vaultKeys, { orgId: organizationOf(actor), id }, secret)
  const changed = await mappingAddress(() =>
    db
      .updateTable('mailboxes')
      .set({ ...settings, ...sealed, version: version + 1, failure: null, failedAt: null, failures: 0 })
      .$if(isElsewhere, (query) =>
        query.set({ uidValidity: null, startUid: null, renumberedAt: null, renumberedUid: null }),
      )
      .$if(isElsewhere || before.address !== settings.address, (query) =>
        query.set({ plusConfirmedAt: null, plusLostAt: null }),
      )
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!changed) throw conflict(Mailbox, await getMailbox(db, id))
  const detail = { ...detailOf(settings), isSecretChanged: secret !== null }
  await audit(db, actor, { action: 'changed', subject: 'mailbox', subjectId: id, detail })
  return getMailbox(db, id)
}

/** What was received with the mailbox remains. Throws 404 for an unknown mailbox. */
export async function removeMailbox(db: Db, actor: StaffActor, id: string) {
  const removed = await db.deleteFrom('mailboxes').where('id', '=', id).returning('address').executeTakeFirst()
  if (!removed) throw notFound(MAILBOX_NOT_FOUND)
  await audit(db, actor, { action: 'deleted', subject: 'mailbox', subjectId: id, detail: removed })
}

/** Throws 404 for a mailbox that the actor may not see. */
export const requireMailbox = async (db: Db, id: string) => void (await getMailbox(db, id))

function checkPort(guard: OutgoingGuard, { host, port }: Pick<NewMailbox, 'host' | 'port'>) {
  if (!guard.mayHavePort('imap', host, port)) throw invalidField('port', PORT_REFUSED)
}

const detailOf = ({ address, host, login, isActive }: Omit<NewMailbox, 'secret'>) => ({
  address,
  host,
  login,
  isActive,
})

async function sealedSecret(keys: VaultKeys, row: { orgId: string; id: string }, secret: string) {
  const key = await keys.current()
  const { keyId, envelope } = key ? seal(secret, rowOfSecret(row), key) : { keyId: null, envelope: undefined }
  if (keyId === null || !envelope) throw new AppError(500, 'key_missing', KEY_MISSING)
  return { secret: envelope, keyId }
}

const mappingAddress = <T>(statement: () => Promise<T>) =>
  onConstraint({ mailboxes_address_is_one_mailbox: () => invalidField('address', MAILBOX_EXISTS) }, statement)

/** The server of a mailbox and its secret, for the role `jobs`. */
export const findServer = (db: Db, id: string) =>
  db
    .selectFrom('mailboxes')
    .select(['orgId', 'id', 'kind', 'host', 'port', 'tls', 'login', 'secret', 'keyId', 'tenant', 'clientId'])
    .select(['address', 'folder', 'doneFolder', 'authservId', 'opensTickets', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
