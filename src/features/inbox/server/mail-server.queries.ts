// The mail server of an organization, for administrators. The password is written here and never read.
import { seal } from '#features/vault/server/envelope.ts'
import type { VaultKeys } from '#features/vault/server/vault-keys.ts'
import { KEY_MISSING } from '#features/vault/vault.contract.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { AppError, conflict, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { type ChangedMailServer, MailServerSettings, noMailServer } from '../mail-server.contract.ts'
import { rowOfServerSecret } from './secret-row.ts'

const columns = ['host', 'port', 'tls', 'login', 'fromAddress', 'fromName', 'version'] as const

export const getMailServer = async (db: Db): Promise<MailServerSettings> =>
  (await db.selectFrom('mailServers').select(columns).executeTakeFirst()) ?? noMailServer

/** Throws 409 for an outdated version, and 500 without a vault key. */
export async function saveMailServer(
  db: Db,
  vaultKeys: VaultKeys,
  actor: StaffActor,
  { version, secret, ...server }: ChangedMailServer,
): Promise<MailServerSettings> {
  const orgId = organizationOf(actor)
  const sealed = await sealedSecret(vaultKeys, orgId, { login: server.login, secret })
  const saved =
    version === 0
      ? await insert(db, { orgId, ...server, ...sealed })
      : await update(db, version, { ...server, ...sealed })
  if (!saved) throw conflict(MailServerSettings, await getMailServer(db))
  const { host, login, fromAddress } = server
  const detail = { host, login, fromAddress, isSecretChanged: secret !== null }
  await audit(db, actor, {
    action: version === 0 ? 'created' : 'changed',
    subject: 'mail_server',
    subjectId: orgId,
    detail,
  })
  return saved
}

type Sealed = { secret?: Buffer | null; keyId?: string | null }
type Stored = Omit<ChangedMailServer, 'version' | 'secret'> & Sealed

/** Undefined when another administrator has entered one meanwhile. */
const insert = (db: Db, row: Stored & { orgId: string }) =>
  db
    .insertInto('mailServers')
    .values(row)
    .onConflict((c) => c.doNothing())
    .returning(columns)
    .executeTakeFirst()

const update = (db: Db, version: number, row: Stored) =>
  db
    .updateTable('mailServers')
    .set({ ...row, version: version + 1 })
    .where('version', '=', version)
    .returning(columns)
    .executeTakeFirst()

/** Nothing when the stored password remains. */
async function sealedSecret(
  keys: VaultKeys,
  orgId: string,
  { login, secret }: Pick<ChangedMailServer, 'login' | 'secret'>,
): Promise<Sealed> {
  if (login === null) return { secret: null, keyId: null }
  if (secret === null) return {}
  const key = await keys.current()
  if (!key) throw new AppError(500, 'key_missing', KEY_MISSING)
  const { keyId, envelope } = seal(secret, rowOfServerSecret(orgId), key)
  return { secret: envelope, keyId }
}

/** Throws 404 when there is none. */
export async function removeMailServer(db: Db, actor: StaffActor) {
  const removed = await db.deleteFrom('mailServers').returning(['host', 'fromAddress']).executeTakeFirst()
  if (!removed) throw notFound('Det finns ingen e-postserver att ta bort')
  await audit(db, actor, {
    action: 'deleted',
    subject: 'mail_server',
    subjectId: organizationOf(actor),
    detail: removed,
  })
}

/** The server with its sealed password, for the role `jobs`. */
export const findSealedServer = (db: Db, orgId: string) =>
  db
    .selectFrom('mailServers')
    .select(['host', 'port', 'tls', 'login', 'secret', 'keyId', 'fromAddress', 'fromName'])
    .where('orgId', '=', orgId)
    .executeTakeFirst()
