import { sql } from 'kysely'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { LoginKind } from '#shared/roles.rules.ts'
import type { SignInAction } from '../sign-in-actions.rules.ts'
import { asAuth } from './as-auth.ts'
import { countTakenAddress, refuseProbing } from './attempts.ts'
import { voidLinks } from './links.queries.ts'
import type { Passwords } from './passwords.ts'
import { endSessions } from './sessions.queries.ts'

/** Hashes a new password; throws 422 with the reason when it is refused. */
export type ChoosePassword = Passwords['choose']

type NewLogin = {
  email: string
  kind: LoginKind
  passwordHash: string | null
  mustChangePassword: boolean
  /** The member of staff who creates it; conflicts with existing addresses are counted and audited for them. */
  by?: string
}

/**
 * Creates a login; the caller adds its profile or customer link in the same transaction. Throws 409 when the address is
 * taken and 429 after too many such conflicts, each of which reveals that an address has a login.
 */
export async function createLogin(db: Db, { by, ...login }: NewLogin): Promise<string> {
  const id = uuidv7()
  const created = await asAuth(db, async () => {
    if (by) await refuseProbing(db, by)
    return db
      .insertInto('auth.users')
      .values({ id, ...login })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
  })
  if (created) return created.id
  throw addressTaken(by)
}

function addressTaken(by: string | undefined) {
  const message = 'En användare med denna e-postadress finns redan'
  return new AppError(409, 'email_taken', message, {
    fields: { email: message },
    ...(by && { afterRollback: (database) => auditTakenAddress(database, by) }),
  })
}

const auditTakenAddress = (database: Database, by: string) =>
  database.as('auth', async (db) => {
    await countTakenAddress(db, by)
    await auditLogin(db, { userId: by, action: 'met_taken_address' })
  })

type NewPassword = {
  userId: string
  passwordHash: string
  /** Whether the person must choose another one at the next sign-in. */
  mustChangePassword: boolean
  /** The session that is not ended: the one that made the change. */
  keepSession?: string
  /** Who changed it: the person or an administrator. */
  by: string
}

/** Sets a login's password, ends its sessions, voids its links and writes an audit entry. */
export async function setPassword(db: Db, change: NewPassword) {
  const { userId, passwordHash, mustChangePassword, keepSession, by } = change
  await asAuth(db, async () => {
    await db
      .updateTable('auth.users')
      .set({ passwordHash, mustChangePassword })
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (keepSession) {
      await db.updateTable('auth.sessions').set({ authenticatedAt: sql`now()` }).where('id', '=', keepSession).execute()
    }
    await endSessions(db, userId, keepSession ? { except: keepSession } : {})
    await voidLinks(db, userId)
    await auditLogin(db, { userId, by, action: 'password_changed' })
  })
}

/**
 * Changes a login's address, ends its sessions and voids its links, which were sent to the old one. Returns the id of the
 * audit entry, which has both addresses. Throws 409 when the address is taken and 429 after too many such conflicts.
 */
export function changeEmail(db: Db, { userId, email, by }: { userId: string; email: string; by: string }) {
  return asAuth(db, async () => {
    await refuseProbing(db, by)
    const { email: previous } = await db
      .selectFrom('auth.users')
      .select('email')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await onConstraint({ users_email_key: () => addressTaken(by) }, () =>
      db.updateTable('auth.users').set({ email }).where('id', '=', userId).execute(),
    )
    await endSessions(db, userId)
    await voidLinks(db, userId)
    return auditLogin(db, { userId, by, action: 'email_changed', detail: { before: previous, after: email } })
  })
}

/** Disables a login, ends its sessions and voids its links. Its name remains on its comments and entries. */
export async function disableLogin(db: Db, { userId, by }: { userId: string; by: string }) {
  await asAuth(db, async () => {
    const { numUpdatedRows } = await db
      .updateTable('auth.users')
      .set({ disabledAt: sql`now()` })
      .where('id', '=', userId)
      .where('disabledAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await endSessions(db, userId)
    await voidLinks(db, userId)
    await auditLogin(db, { userId, by, action: 'revoked' })
  })
}

/** Enables a disabled login, with its previous password. */
export async function enableLogin(db: Db, { userId, by }: { userId: string; by: string }) {
  await asAuth(db, async () => {
    const { numUpdatedRows } = await db
      .updateTable('auth.users')
      .set({ disabledAt: null })
      .where('id', '=', userId)
      .where('disabledAt', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await auditLogin(db, { userId, by, action: 'reopened' })
  })
}

/** Logins as staff see them, with their e-mail addresses. The caller checks that the actor may see them. */
export const listLogins = (db: Db, userIds: string[]) =>
  asAuth(db, () =>
    db
      .selectFrom('auth.users')
      .select((eb) => [
        'id',
        'email',
        eb('disabledAt', 'is not', null).as('isRevoked'),
        eb('passwordHash', 'is not', null).as('hasPassword'),
        eb
          .selectFrom('auth.sessions')
          .select((session) => session.fn.max('refreshedAt').as('at'))
          .whereRef('auth.sessions.userId', '=', 'auth.users.id')
          .as('lastSeenAt'),
      ])
      .where('id', '=', sql<string>`any(${userIds}::uuid[])`)
      .$narrowType<{ isRevoked: boolean; hasPassword: boolean }>()
      .execute(),
  )

/** Writes an audit entry about a login, in its organization. Returns the entry's id. */
export async function auditLogin(
  db: Db,
  { userId, by = userId, action, detail = {} }: { userId: string; by?: string; action: SignInAction; detail?: object },
): Promise<string> {
  const id = uuidv7()
  await asAuth(db, () =>
    sql`insert into audit_log (id, org_id, user_id, action, subject, subject_id, detail)
      values (${id}, ${organizationOf(userId)}, ${by}, ${action}, 'login', ${userId}, ${JSON.stringify(detail)})`.execute(
      db,
    ),
  )
  return id
}

const organizationOf = (userId: string) =>
  sql<string | null>`coalesce((select org_id from profiles where id = ${userId}),
    (select org_id from customer_users where user_id = ${userId}))`

/** The names that the login's password must not consist of: its e-mail address and organization. */
export async function listRelatedNames(db: Db, userId: string): Promise<(string | null)[]> {
  const { rows } = await asAuth(db, () =>
    sql<{ email: string; organization: string | null }>`
      select u.email, (select name from organizations where id = ${organizationOf(userId)}) as organization
      from auth.users u where u.id = ${userId}`.execute(db),
  )
  return rows.flatMap(({ email, organization }) => [email, organization])
}
