import { sql } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import { AppError } from '#lib/server/app-error.ts'
import type { FirstAdmin } from '../auth.contract.ts'
import { findLink, makeFirstAdminLink, useLink } from './links.queries.ts'
import { createLogin, noteSignIn } from './logins.queries.ts'
import { createOrganization, findFirstOrganization } from './organizations.queries.ts'
import type { Passwords } from './passwords.ts'

const LOCK = 7_301_962_115

type FirstStart = {
  database: Database
  passwords: Passwords
  appUrl: string
  orgName: string
  /** ADMIN_EMAIL and ADMIN_PASSWORD, both or neither. */
  admin?: { email: string; password: string }
}

/**
 * Sees to it that an empty installation has an organization and somebody who may come in: the given administrator, else
 * a link to print, with which the first person chooses name, e-mail and password. Does nothing once there is a login.
 * Throws 422 when the given password is too weak.
 */
export async function ensureFirstAdmin(start: FirstStart): Promise<{ link: string } | undefined> {
  const { database, passwords, appUrl, orgName, admin } = start
  if (await database.as('owner', hasLogins)) return undefined
  const passwordHash = admin && (await passwords.choose(admin.password, [admin.email, orgName]))
  return database.as('owner', async (db) => {
    await lock(db)
    // Another process may have been first.
    if (await hasLogins(db)) return undefined
    const orgId = (await findFirstOrganization(db))?.id ?? (await createOrganization(db, orgName))
    if (!admin || !passwordHash) return { link: await makeFirstAdminLink(db, appUrl) }
    await createAdmin(db, { orgId, email: admin.email, passwordHash })
    return undefined
  })
}

/** Makes the first administrator by the printed link, once. Throws 410 when the link is used up, or somebody else was first. */
export async function claimFirstAdmin(
  { database, passwords }: { database: Database; passwords: Passwords },
  { token, fullName, email, password }: FirstAdmin,
): Promise<void> {
  const organization = await database.as('owner', async (db) => {
    const link = await findLink(db, token)
    return link?.purpose === 'first_admin' ? findFirstOrganization(db) : undefined
  })
  if (!organization) throw used()
  // Hashed outside the lock; a password that is refused leaves the link as it is.
  const passwordHash = await passwords.choose(password, [email, fullName, organization.name])
  await database.as('owner', async (db) => {
    await lock(db)
    if (!(await useLink(db, token)) || (await hasLogins(db))) throw used()
    await createAdmin(db, { orgId: organization.id, email, fullName, passwordHash })
    await db.deleteFrom('auth.oneTimeTokens').where('purpose', '=', 'first_admin').execute()
  })
}

type Admin = { orgId: string; email: string; fullName?: string; passwordHash: string | null }

/** Makes an organization's first administrator and returns the login. As the owner. */
export async function createAdmin(
  db: Db,
  { orgId, email, fullName = nameOf(email), passwordHash }: Admin,
): Promise<string> {
  const id = await createLogin(db, { email, kind: 'staff', passwordHash, mustChangePassword: false })
  await db.insertInto('profiles').values({ id, orgId, fullName }).execute()
  await db.insertInto('userRoles').values({ userId: id, orgId, role: 'admin' }).execute()
  await noteSignIn(db, { userId: id, action: 'first_admin_created' })
  return id
}

const lock = (db: Db) => sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)

const hasLogins = async (db: Db) =>
  (await db.selectFrom('auth.users').select('id').limit(1).executeTakeFirst()) !== undefined

/** A name to begin with; it is changed under Användare. */
const nameOf = (email: string) => email.split('@')[0] || email

const used = () =>
  new AppError(410, 'link_used', 'Länken har redan använts eller gått ut. Starta om Stödpunkt för en ny.')
