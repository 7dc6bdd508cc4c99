import {
  type ChoosePassword,
  createLogin,
  disableLogin,
  enableLogin,
  listLogins,
  listRelatedNames,
  setPassword,
} from '#auth/server/logins.queries.ts'
import type { StaffActor } from '#db/actor.ts'
import { audit } from '#db/audit.ts'
import type { Db } from '#db/database.ts'
import { invalid, notFound } from '#lib/server/app-error.ts'
import { enqueue } from '#lib/server/jobs.ts'
import { organizationOf } from '#lib/server/organization.ts'
import { type Invitation, LOGIN_NOT_FOUND, type PasswordForLogin, type PortalLogin } from '../logins.contract.ts'
import { getCustomer, holdCustomer } from './customers.queries.ts'
import { INVITATION_MAIL } from './invitation-mail.ts'

type LoginOf = { id: string; userId: string }

/** Throws 404 for nobody's customer. */
export async function listLoginsOf(db: Db, customerId: string): Promise<PortalLogin[]> {
  await getCustomer(db, customerId)
  return loginsOf(db, customerId)
}

/** Who the customer's logins are is asked as the actor; what the sign-in knows of them is then asked for those alone. */
async function loginsOf(db: Db, customerId: string, userId?: string): Promise<PortalLogin[]> {
  const links = await db
    .selectFrom('customerUsers')
    .select(['userId', 'fullName', 'createdAt as invitedAt'])
    .where('customerId', '=', customerId)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .orderBy('createdAt')
    .orderBy('userId')
    .execute()
  const known = await listLogins(
    db,
    links.map((link) => link.userId),
  )
  return links.flatMap(({ fullName, invitedAt, ...link }) =>
    known.filter(({ id }) => id === link.userId).map((login) => ({ ...login, fullName, invitedAt })),
  )
}

/** Throws 404 for a customer or a login that is not the other's. */
async function getLogin(db: Db, { id, userId }: LoginOf): Promise<PortalLogin> {
  await getCustomer(db, id)
  const [login] = await loginsOf(db, id, userId)
  if (!login) throw notFound(LOGIN_NOT_FOUND)
  return login
}

/** Throws 422 for an archived customer: its portal is closed. */
async function getActiveCustomer(db: Db, id: string) {
  return refuseArchived(await getCustomer(db, id))
}

function refuseArchived<C extends { archivedAt: string | null }>(customer: C): C {
  if (customer.archivedAt !== null)
    throw invalid('Kunden är arkiverad, och portalen är stängd för den. Återställ kunden först.')
  return customer
}

async function getOpenLogin(db: Db, login: LoginOf): Promise<PortalLogin> {
  const found = await getLogin(db, login)
  if (found.isRevoked) throw invalid('Inloggningen är återkallad. Öppna den igen först.')
  return found
}

/**
 * Gives a customer a login that works at once, and mails an invitation without the password. Never changes an existing login:
 * throws 409 for an address that is taken; 422 for a weak password.
 */
export async function inviteLogin(
  db: Db,
  actor: StaffActor,
  choosePassword: ChoosePassword,
  { id, email, password, fullName }: Invitation & { id: string },
): Promise<PortalLogin> {
  const orgId = organizationOf(actor)
  const customer = await getActiveCustomer(db, id)
  const { name } = await db.selectFrom('organizations').select('name').where('id', '=', orgId).executeTakeFirstOrThrow()
  const passwordHash = await choosePassword(password, [email, name, customer.name, fullName])
  // Not before the hash, which takes its time: others would wait for it.
  refuseArchived(await holdCustomer(db, id))
  const userId = await createLogin(db, {
    email,
    kind: 'customer',
    passwordHash,
    mustChangePassword: false,
    by: actor.userId,
  })
  await db.insertInto('customerUsers').values({ orgId, userId, customerId: id, fullName }).execute()
  await audit(db, actor, { action: 'invited', subject: 'login', subjectId: userId, detail: { customerId: id } })
  await enqueue(db, INVITATION_MAIL, { userId, isAgain: false })
  return getLogin(db, { id, userId })
}

export async function revokeLogin(db: Db, actor: StaffActor, login: LoginOf): Promise<PortalLogin> {
  await getLogin(db, login)
  await disableLogin(db, { userId: login.userId, by: actor.userId })
  return getLogin(db, login)
}

export async function reopenLogin(db: Db, actor: StaffActor, login: LoginOf): Promise<PortalLogin> {
  await getLogin(db, login)
  await enableLogin(db, { userId: login.userId, by: actor.userId })
  return getLogin(db, login)
}

/** Throws 422 for a revoked login and for an archived customer. */
export async function sendNewLink(db: Db, actor: StaffActor, login: LoginOf): Promise<void> {
  const { userId } = login
  await getOpenLogin(db, login)
  await getActiveCustomer(db, login.id)
  await audit(db, actor, { action: 'link_sent', subject: 'login', subjectId: userId })
  await enqueue(db, INVITATION_MAIL, { userId, isAgain: true })
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
