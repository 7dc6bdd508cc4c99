// The mail server of an organization as the mailer uses it, and its trial.
import { Unreadable, unseal } from '#features/vault/server/envelope.ts'
import type { VaultKeys } from '#features/vault/server/vault-keys.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { conflict, invalid, invalidField } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import type { OutgoingGuard } from '#platform/http/outgoing-guard.ts'
import type { Transaction } from '#platform/http/serve.ts'
import { sendTrial } from '#platform/mail/mail.ts'
import { readMailBranding } from '#platform/mail/mail-branding.ts'
import { endMailOutage } from '#platform/mail/mail-outage.ts'
import { MailRefused } from '#platform/mail/mail-refused.ts'
import { enteredServer, type MailServer, ownRefusals } from '#platform/mail/mail-server.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { signInTo } from '#platform/mail/smtp-delivery.ts'
import {
  type ChangedMailServer,
  type EnvironmentServer,
  type MailServerForm,
  MailServerSettings,
  SECRET_AGAIN,
  SECRET_MISSING,
  SERVER_OF_ENVIRONMENT,
  SMTP_PORT_REFUSED,
} from '../mail-server.contract.ts'
import { findSealedServer, getMailServer, saveMailServer } from './mail-server.queries.ts'
import { mailServerFailure } from './mail-server-failure.ts'
import { rowOfServerSecret } from './secret-row.ts'

type Sources = { database: Database; vaultKeys: VaultKeys; guard: OutgoingGuard }
export type MailServerParts = Sources & {
  /** The server of SMTP_URL, which is used instead. */
  environmentServer: EnvironmentServer | undefined
}

/** The entered server of an organization, read for each mail, so that every process uses changes at once. */
export const findMailServer =
  ({ database, vaultKeys, guard }: Sources) =>
  async (orgId: string): Promise<MailServer | undefined> => {
    const row = await database.as('jobs', (db) => findSealedServer(db, orgId))
    if (!row) return undefined
    const { login, secret, keyId, ...server } = row
    const signIn = async () =>
      login === null || secret === null
        ? null
        : { login, password: await passwordOf(vaultKeys, orgId, { secret, keyId }) }
    return enteredServer({ orgId, ...server, signIn }, guard)
  }

/** Throws MailRefused without the key. */
async function passwordOf(
  vaultKeys: VaultKeys,
  orgId: string,
  { secret, keyId }: { secret: Buffer; keyId: string | null },
): Promise<string> {
  const key = keyId === null ? undefined : await vaultKeys.find(keyId)
  try {
    return unseal({ keyId, envelope: secret }, rowOfServerSecret(orgId), key?.key)
  } catch (error) {
    throw error instanceof Unreadable ? new MailRefused(ownRefusals.keyMissing) : error
  }
}

/** Throws 409 for an outdated version, and 422 when the server cannot be used. */
export async function changeMailServer(
  parts: MailServerParts,
  transaction: Transaction,
  actor: StaffActor,
  { version, ...form }: ChangedMailServer,
): Promise<MailServerSettings> {
  const before = await transaction((db) => judge(db, parts, form))
  if (before.version !== version) throw conflict(MailServerSettings, before)
  if (form.secret !== null || !isSameServer(before, form))
    await signInTo(await serverOf(parts, actor, form)).catch(asFieldError(form))
  return transaction((db) => saveMailServer(db, parts.vaultKeys, actor, { version, ...form }))
}

/** Sends a mail to the administrator. Throws 422 when the server cannot be used, 502 when it refuses the mail. */
export async function tryMailServer(
  parts: MailServerParts,
  transaction: Transaction,
  actor: StaffActor,
  form: MailServerForm,
): Promise<void> {
  const orgId = organizationOf(actor)
  const before = await transaction((db) => judge(db, parts, form))
  const branding = await transaction((db) => readMailBranding(db, orgId))
  const server = await serverOf(parts, actor, form)
  await sendTrial(server, { orgId, to: actor.email, subject: TRIAL_SUBJECT, text: TRIAL_TEXT, branding }).catch(
    asFieldError(form),
  )
  const isStored = form.secret === null && isSameServer(before, form)
  if (isStored) await parts.database.as('jobs', (db) => endMailOutage(db, orgId))
}

const TRIAL_SUBJECT = 'Provmejl från Stödpunkt'
const TRIAL_TEXT = mailText(
  { to: null },
  'Det här är ett provmejl från Stödpunkt. Att du läser det visar att e-postservern går att använda.',
)

const asFieldError = (form: MailServerForm) => (error: unknown) => {
  throw error instanceof MailRefused ? mailServerFailure(error, form) : error
}

/** The stored server, if the new one may be tried. A stored password is never sent to another server than its own. */
async function judge(db: Db, { guard, environmentServer }: MailServerParts, form: MailServerForm) {
  if (environmentServer) throw invalid(SERVER_OF_ENVIRONMENT)
  if (!guard.mayHavePort('smtp', form.host, form.port)) throw invalidField('port', SMTP_PORT_REFUSED)
  const before = await getMailServer(db)
  if (form.login !== null && form.secret === null && !isSameServer(before, form))
    throw invalidField('secret', before.login === null ? SECRET_MISSING : SECRET_AGAIN)
  return before
}

const isSameServer = (before: MailServerSettings, form: MailServerForm) =>
  (['host', 'port', 'tls', 'login'] as const).every((field) => before[field] === form[field])

async function serverOf(parts: Sources, actor: StaffActor, { secret, login, ...form }: MailServerForm) {
  const orgId = organizationOf(actor)
  if (login === null) return enteredServer({ orgId, ...form, signIn: async () => null }, parts.guard)
  const stored = secret === null ? await parts.database.as('jobs', (db) => findSealedServer(db, orgId)) : undefined
  const signIn = async () => ({ login, password: secret ?? (await storedPassword(parts, orgId, stored)) })
  return enteredServer({ orgId, ...form, signIn }, parts.guard)
}

type StoredServer = Awaited<ReturnType<typeof findSealedServer>>

function storedPassword({ vaultKeys }: Sources, orgId: string, stored: StoredServer) {
  if (!stored?.secret) throw invalidField('secret', SECRET_MISSING)
  return passwordOf(vaultKeys, orgId, { secret: stored.secret, keyId: stored.keyId })
}
