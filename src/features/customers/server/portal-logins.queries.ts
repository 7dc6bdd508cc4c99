import { sql } from 'kysely'
import type { LinkToGive } from '#features/auth/auth.contract.ts'
import { type LinkSettings, makeOneTimeLink } from '#features/auth/server/links.queries.ts'
import {
  type ChoosePassword,
  createLogin,
  disableLogin,
  enableLogin,
  listRelatedNames,
  setPassword,
} from '#features/auth/server/logins.queries.ts'
import { resetFactors } from '#features/auth/server/reset-factors.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, forbidden, invalid, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import { isSendingMail } from '#platform/mail/is-sending-mail.ts'
import { isAdmin } from '#shared/roles.rules.ts'
import {
  type ChangedRights,
  type Invitation,
  LOGIN_NOT_FOUND,
  type PasswordForLogin,
  PortalLogin,
} from '../logins.contract.ts'
import { getContact, mappingContactErrors, restoreContactOfLogin } from './contacts.queries.ts'
import { getCustomer, lockActiveCustomer } from './customers.queries.ts'
import { INVITATION_MAIL } from './invitation-mail.ts'

type LoginOf = { id: string; userId: string }

/** A customer's portal logins, oldest first. Throws 404 for an unknown customer. */
export async function listLoginsOf(db: Db, customerId: string): Promise<PortalLogin[]> {
  await getCustomer(db, customerId)
  const { rows } = await loginsOf(customerId).execute(db)
  return rows
}

/** Oldest first. */
export const loginsOf = (customerId: string) => sql<PortalLogin>`(select * from logins_of(${customerId}))`

/** Throws 404 for an unknown customer and for a login of another customer. */
async function getLogin(db: Db, { id, userId }: LoginOf): Promise<PortalLogin> {
  const login = (await listLoginsOf(db, id)).find((one) => one.id === userId)
  if (!login) throw notFound(LOGIN_NOT_FOUND)
  return login
}

const portalClosed = () => invalid('Kunden är arkiverad, och portalen är stängd för den. Återställ kunden först.')

/** Throws 422 for an archived customer, whose portal is closed. */
async function getActiveCustomer(db: Db, id: string) {
  const customer = await getCustomer(db, id)
  if (customer.archivedAt !== null) throw portalClosed()
  return customer
}

async function getOpenLogin(db: Db, login: LoginOf): Promise<PortalLogin> {
  const found = await getLogin(db, login)
  if (found.isRevoked) throw invalid('Inloggningen är återkallad. Öppna den igen först.')
  return found
}

/**
 * Creates a portal login that works at once and enqueues an invitation mail without the password. Never changes an existing
 * login: throws 409 for an address in use, 422 for a weak password and for an archived customer.
 */
export async function inviteLogin(
  db: Db,
  actor: StaffActor,
  choosePassword: ChoosePassword,
  { id, email, password, fullName, contactId, ...rights }: Invitation & { id: string },
): Promise<PortalLogin> {
  const orgId = organizationOf(actor)
  const customer = await getActiveCustomer(db, id)
  const { name } = await db.selectFrom('organizations').select('name').where('id', '=', orgId).executeTakeFirstOrThrow()
  const passwordHash = await choosePassword(password, [email, name, customer.name, fullName])
  // Locked only after the slow password hash, so that other transactions do not wait for it.
  await lockActiveCustomer(db, id, portalClosed)
  const userId = await createLogin(db, {
    email,
    kind: 'customer',
    passwordHash,
    mustChangePassword: false,
    by: actor.userId,
  })
  if (contactId) await getContact(db, { id, contactId })
  const login = { orgId, userId, customerId: id, fullName, ...rights, ...(contactId && { contactId }) }
  await onConstraint({ contacts_with_login_are_active: contactArchived }, () =>
    mappingContactErrors(() => db.insertInto('customerUsers').values(login).execute()),
  )
  await audit(db, actor, { action: 'invited', subject: 'login', subjectId: userId, detail: { customerId: id } })
  await enqueue(db, INVITATION_MAIL, { userId, isAgain: false, by: actor.userId })
  return getLogin(db, { id, userId })
}

const contactArchived = () => invalid('Kontakten är arkiverad. Återställ den först.')

/** Throws 404 for an unknown login, 409 with the current row for an outdated version. */
export async function changeLoginRights(
  db: Db,
  actor: StaffActor,
  { id, userId }: LoginOf,
  { version, ...rights }: ChangedRights,
): Promise<PortalLogin> {
  await getLogin(db, { id, userId })
  const changed = await db
    .updateTable('customerUsers')
    .set({ ...rights, version: version + 1 })
    .where((eb) => eb.and({ userId, version }))
    .returning('userId')
    .executeTakeFirst()
  if (!changed) throw conflict(PortalLogin, await getLogin(db, { id, userId }))
  await audit(db, actor, { action: 'rights_changed', subject: 'login', subjectId: userId, detail: rights })
  return getLogin(db, { id, userId })
}

/** Disables the login and ends its sessions. Throws 404 for an unknown login. */
export async function revokeLogin(db: Db, actor: StaffActor, login: LoginOf): Promise<PortalLogin> {
  await getLogin(db, login)
  await disableLogin(db, { userId: login.userId, by: actor.userId })
  return getLogin(db, login)
}

/** Enables a revoked login and restores its contact. Throws 404 for an unknown login, 422 when another contact has its address. */
export async function reopenLogin(db: Db, actor: StaffActor, login: LoginOf): Promise<PortalLogin> {
  const { contactId } = await getLogin(db, login)
  await restoreContactOfLogin(db, actor, { id: login.id, contactId })
  await enableLogin(db, { userId: login.userId, by: actor.userId })
  return getLogin(db, login)
}

/**
 * Enqueues a mail with a new one-time link, or returns the link when there is no mail server. Throws 422 for a revoked login and
 * for an archived customer, and 403 when a technician would get the link of a login that may already be in use: only
 * administrators may take over a login.
 */
export async function sendNewLink(
  db: Db,
  actor: StaffActor,
  { hasMailServer, appUrl }: LinkSettings,
  login: LoginOf,
): Promise<LinkToGive> {
  const { userId } = login
  const found = await getOpenLogin(db, login)
  await getActiveCustomer(db, login.id)
  const isSending = await isSendingMail(db, hasMailServer)
  if (!isSending && !isAdmin(actor) && !isUnused(found)) throw forbidden(LINK_BY_ADMIN)
  await audit(db, actor, { action: isSending ? 'link_sent' : 'link_made', subject: 'login', subjectId: userId })
  if (!isSending) return { link: await makeOneTimeLink(db, { appUrl, userId, purpose: 'invitation' }) }
  await enqueue(db, INVITATION_MAIL, { userId, isAgain: true })
  return { link: null }
}

const LINK_BY_ADMIN = 'E-post är inte inställd. Be en administratör om en länk.'
const DAY_MS = 24 * 3600 * 1000

/** Expired sessions are eventually deleted, so an old login without a session may have been used. */
const isUnused = ({ lastSeenAt, invitedAt }: PortalLogin) =>
  lastSeenAt === null && Date.now() - new Date(invitedAt).getTime() < DAY_MS

/** Throws 404 for an unknown login. */
export async function resetLoginFactors(db: Db, actor: StaffActor, login: LoginOf): Promise<void> {
  await getLogin(db, login)
  await resetFactors(db, { userId: login.userId, by: actor.userId })
}

/** Throws 422 for a revoked login and for a weak password. */
export async function setLoginPassword(
  db: Db,
  actor: StaffActor,
  choosePassword: ChoosePassword,
  { password, mustChange, ...login }: PasswordForLogin & LoginOf,
): Promise<void> {
  const { fullName } = await getOpenLogin(db, login)
  const { name } = await getCustomer(db, login.id)
  const passwordHash = await choosePassword(password, [...(await listRelatedNames(db, login.userId)), name, fullName])
  await setPassword(db, { userId: login.userId, passwordHash, mustChangePassword: mustChange, by: actor.userId })
}
