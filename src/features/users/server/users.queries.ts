import { sql } from 'kysely'
import type { LinkToGive } from '#features/auth/auth.contract.ts'
import type { LoginFactors } from '#features/auth/login-factors.contract.ts'
import { listLoginFactors } from '#features/auth/server/factors.queries.ts'
import { type LinkSettings, makeOneTimeLink } from '#features/auth/server/links.queries.ts'
import {
  type ChoosePassword,
  changeEmail,
  createLogin,
  disableLogin,
  enableLogin,
  listLogins,
  listRelatedNames,
  setPassword,
} from '#features/auth/server/logins.queries.ts'
import { resetFactors } from '#features/auth/server/reset-factors.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { AppError, invalid, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import { isSendingMail } from '#platform/mail/is-sending-mail.ts'
import { isAdmin } from '#shared/roles.rules.ts'
import {
  type ChangedUser,
  type NewUser,
  type PasswordForUser,
  type Role,
  USER_NOT_FOUND,
  type User,
} from '../users.contract.ts'
import { ADDRESS_CHANGED_MAIL } from './address-changed-mail.ts'
import { STAFF_INVITATION_MAIL } from './staff-invitation-mail.ts'

const OWN_PASSWORD = 'Ditt eget lösenord byter du under Ditt konto'
const INACTIVE = 'Användaren är inaktiv. Aktivera den först.'

/** All staff, by name. */
export async function listStaffNames(db: Db) {
  const staff = await db
    .selectFrom('profiles')
    .select(['id', 'fullName'])
    .orderBy(sql`full_name collate "sv-SE-x-icu"`)
    .execute()
  const inactive = new Set((await loginsOf(db, staff)).flatMap(({ id, isRevoked }) => (isRevoked ? [id] : [])))
  return staff.map((person) => ({ ...person, isActive: !inactive.has(person.id) }))
}

/** Who lacks a second factor is told to administrators only. */
export async function listUsers(db: Db, actor: StaffActor): Promise<User[]> {
  const staff = await usersOf(db)
  return isAdmin(actor)
    ? withFactors(db, staff)
    : staff.map((user) => ({ ...user, factorTypes: null, factorSince: null }))
}

type UserWithoutFactors = Omit<User, keyof LoginFactors>

async function withFactors(db: Db, staff: UserWithoutFactors[]): Promise<User[]> {
  const factorsOf = await listLoginFactors(db, idsOf(staff))
  return staff.map((user) => ({ ...user, ...factorsOf(user.id) }))
}

/** Selects the staff as the actor, under row-level security, and then only the logins of those ids. */
async function usersOf(db: Db, userId?: string): Promise<UserWithoutFactors[]> {
  const staff = await db
    .selectFrom('profiles')
    .leftJoin('userRoles', 'userRoles.userId', 'profiles.id')
    .select(['id', 'fullName', 'createdAt', 'role'])
    .$if(userId !== undefined, (query) => query.where('id', '=', userId ?? ''))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const logins = new Map((await loginsOf(db, staff)).map((login) => [login.id, login]))
  return staff.flatMap((person) => {
    const login = logins.get(person.id)
    return login ? [{ ...person, email: login.email, isActive: !login.isRevoked }] : []
  })
}

const idsOf = (staff: { id: string }[]) => staff.map(({ id }) => id)
const loginsOf = (db: Db, staff: { id: string }[]) => listLogins(db, idsOf(staff))

/** Throws 404 for a person who is not on the staff of the actor's organization. */
async function getUser(db: Db, id: string): Promise<User> {
  const [user] = await withFactors(db, await usersOf(db, id))
  if (!user) throw notFound(USER_NOT_FOUND)
  return user
}

/**
 * Enqueues an invitation mail without the password. Throws 409 when the address has a login in any organization, 422 for a
 * weak password.
 */
export async function createUser(
  db: Db,
  actor: StaffActor,
  choosePassword: ChoosePassword,
  { email, fullName, password, role, mustChange }: NewUser,
): Promise<User> {
  const orgId = organizationOf(actor)
  const { name } = await db.selectFrom('organizations').select('name').where('id', '=', orgId).executeTakeFirstOrThrow()
  const passwordHash = await choosePassword(password, [email, name, fullName])
  const id = await createLogin(db, {
    email,
    kind: 'staff',
    passwordHash,
    mustChangePassword: mustChange,
    by: actor.userId,
  })
  await db.insertInto('profiles').values({ id, orgId, fullName }).execute()
  await db.insertInto('userRoles').values({ userId: id, orgId, role }).execute()
  await audit(db, actor, { action: 'created', subject: 'user', subjectId: id, detail: { role } })
  await enqueue(db, STAFF_INVITATION_MAIL, { userId: id, isAgain: false, by: actor.userId })
  return getUser(db, id)
}

/** Changes name and e-mail; enqueues mails to both addresses. Throws 409 for an address that is taken. */
export async function changeUser(
  db: Db,
  actor: StaffActor,
  { id, email, fullName }: ChangedUser & { id: string },
): Promise<User> {
  const before = await getUser(db, id)
  if (fullName !== before.fullName) {
    const renamed = await db
      .updateTable('profiles')
      .set({ fullName })
      .where('id', '=', id)
      .where('fullName', '!=', fullName)
      .returning('id')
      .executeTakeFirst()
    if (renamed)
      await audit(db, actor, {
        action: 'renamed',
        subject: 'user',
        subjectId: id,
        detail: { before: before.fullName, after: fullName },
      })
  }
  if (email !== before.email) {
    const changeId = await changeEmail(db, { userId: id, email, by: actor.userId })
    for (const to of ['before', 'after']) await enqueue(db, ADDRESS_CHANGED_MAIL, { changeId, to })
  }
  return getUser(db, id)
}

/** Throws 409 for the last active administrator. */
export async function changeRole(db: Db, actor: StaffActor, { id, role }: { id: string; role: Role }): Promise<User> {
  const orgId = organizationOf(actor)
  const before = await getUser(db, id)
  if (role === before.role) return before
  const changed = await refuseLastAdmin(() =>
    db
      .insertInto('userRoles')
      .values({ userId: id, orgId, role })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet({ role }).where('userRoles.role', '!=', role))
      .returning('userId')
      .executeTakeFirst(),
  )
  if (!changed) return getUser(db, id)
  await audit(db, actor, {
    action: 'role_changed',
    subject: 'user',
    subjectId: id,
    detail: { before: before.role, after: role },
  })
  return getUser(db, id)
}

/** Throws 422 for the actor's own password (changing it requires the current one), a deactivated login and a weak password. */
export async function setUserPassword(
  db: Db,
  actor: StaffActor,
  choosePassword: ChoosePassword,
  { id, password, mustChange }: PasswordForUser & { id: string },
): Promise<User> {
  const { fullName, isActive } = await getUser(db, id)
  if (id === actor.userId) throw invalid(OWN_PASSWORD)
  if (!isActive) throw invalid(INACTIVE)
  const passwordHash = await choosePassword(password, [...(await listRelatedNames(db, id)), fullName])
  await setPassword(db, { userId: id, passwordHash, mustChangePassword: mustChange, by: actor.userId })
  return getUser(db, id)
}

/**
 * Enqueues a mail with a one-time link, or returns the link when there is no mail server. Throws 422 for the actor and for a
 * deactivated login.
 */
export async function sendUserLink(
  db: Db,
  actor: StaffActor,
  { hasMailServer, appUrl }: LinkSettings,
  id: string,
): Promise<LinkToGive> {
  const { isActive } = await getUser(db, id)
  if (id === actor.userId) throw invalid(OWN_PASSWORD)
  if (!isActive) throw invalid(INACTIVE)
  const isSending = await isSendingMail(db, hasMailServer)
  await audit(db, actor, { action: isSending ? 'link_sent' : 'link_made', subject: 'user', subjectId: id })
  if (!isSending) return { link: await makeOneTimeLink(db, { appUrl, userId: id, purpose: 'invitation' }) }
  await enqueue(db, STAFF_INVITATION_MAIL, { userId: id, isAgain: true })
  return { link: null }
}

/** Throws 409 for the actor, who changes the own factors under 'Ditt konto'. */
export async function resetUserFactors(db: Db, actor: StaffActor, id: string): Promise<void> {
  await getUser(db, id)
  if (id === actor.userId)
    throw new AppError(
      409,
      'yourself',
      'Din egen tvåstegsinloggning ändrar du under Ditt konto. Be annars en annan administratör.',
    )
  await resetFactors(db, { userId: id, by: actor.userId })
}

/** Throws 409 for the actor and for the last active administrator. */
export async function deactivateUser(db: Db, actor: StaffActor, id: string): Promise<User> {
  await getUser(db, id)
  if (id === actor.userId)
    throw new AppError(409, 'yourself', 'Du kan inte inaktivera dig själv. Be en annan administratör.')
  await refuseLastAdmin(() => disableLogin(db, { userId: id, by: actor.userId }))
  return getUser(db, id)
}

export async function reactivateUser(db: Db, actor: StaffActor, id: string): Promise<User> {
  await getUser(db, id)
  await enableLogin(db, { userId: id, by: actor.userId })
  return getUser(db, id)
}

/** Maps the violation of the constraint to a 409; the database also checks it for concurrent changes. */
const refuseLastAdmin = <T>(change: () => Promise<T>) =>
  onConstraint(
    {
      organizations_need_an_admin: () =>
        new AppError(
          409,
          'last_admin',
          'Det måste alltid finnas en aktiv administratör. Gör någon annan till administratör först.',
        ),
    },
    change,
  )
