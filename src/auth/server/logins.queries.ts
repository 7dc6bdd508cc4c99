import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import { AppError } from '#lib/server/app-error.ts'
import { asAuth } from './as-auth.ts'
import { voidLinks } from './links.queries.ts'
import { endSessions } from './sessions.queries.ts'

type NewLogin = {
  email: string
  kind: 'staff' | 'customer'
  passwordHash: string | null
  mustChangePassword: boolean
}

/** Makes a login; its profile or link is the caller's, in the same transaction. Throws 409 when the address is taken (rule 5). */
export async function createLogin(db: Db, login: NewLogin): Promise<string> {
  const id = uuidv7()
  const made = await asAuth(db, () =>
    db
      .insertInto('auth.users')
      .values({ id, ...login })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst(),
  )
  if (!made) throw new AppError(409, 'email_taken', 'En användare med denna e-postadress finns redan')
  return made.id
}

type NewPassword = {
  userId: string
  passwordHash: string
  /** Whether the person must choose another at the next sign-in (rule 7). */
  mustChangePassword: boolean
  /** The session that made the change lives on; every other ends. */
  keepSession?: string
  /** Who changed it: the person or an administrator. */
  by: string
}

/** Sets a login's password, ends its sessions, voids its links and writes the audit line. */
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
    await noteSignIn(db, { userId, by, action: 'password_changed' })
  })
}

/** One line in the audit log about a login, under the organization it belongs to. */
export async function noteSignIn(
  db: Db,
  { userId, by = userId, action, detail = {} }: { userId: string; by?: string; action: string; detail?: object },
) {
  await asAuth(db, () =>
    sql`insert into audit_log (id, org_id, user_id, action, subject, subject_id, detail)
      values (${uuidv7()}, ${organizationOf(userId)}, ${by}, ${action}, 'login', ${userId}, ${JSON.stringify(detail)})`.execute(
      db,
    ),
  )
}

const organizationOf = (userId: string) =>
  sql<string | null>`coalesce((select org_id from profiles where id = ${userId}),
    (select org_id from customer_users where user_id = ${userId}))`

/** The names that the login's password must not consist of. */
export async function namesAround(db: Db, userId: string): Promise<(string | null)[]> {
  const { rows } = await asAuth(db, () =>
    sql<{ email: string; organization: string | null }>`
      select u.email, (select name from organizations where id = ${organizationOf(userId)}) as organization
      from auth.users u where u.id = ${userId}`.execute(db),
  )
  return rows.flatMap(({ email, organization }) => [email, organization])
}
