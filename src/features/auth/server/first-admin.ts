import { sql } from 'kysely'
import type { Database, Db } from '#platform/database/database.ts'
import { operatorCommand } from '#platform/database/operator-command.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { FirstAdmin } from '../auth.contract.ts'
import { consumeLink, findLink, makeFirstAdminLink } from './links.queries.ts'
import { auditLogin, createLogin } from './logins.queries.ts'
import { createOrganization, findFirstOrganization } from './organizations.queries.ts'
import type { Passwords } from './passwords.ts'

const LOCK = 7_301_962_115

type Installation = {
  database: Database
  orgName: string
}
type Options = Installation & {
  passwords: Passwords
  /** ADMIN_EMAIL and ADMIN_PASSWORD, both or neither. */
  admin?: { email: string; password: string }
}

/**
 * Creates the organization of an empty installation and its administrator `admin`. Does nothing once a login exists. Returns
 * whether an administrator is still missing and whether `admin` is 'unused'. Throws 422 when the password of `admin` is too weak.
 */
export async function ensureFirstAdmin(options: Options): Promise<'present' | 'missing' | 'unused'> {
  const { database, passwords, orgName, admin } = options
  if (await database.as('owner', hasLogins)) return admin ? 'unused' : 'present'
  const passwordHash = admin && (await passwords.choose(admin.password, [admin.email, orgName]))
  return inEmptyInstallation({ database, orgName }, 'present', async (db, orgId) => {
    if (!admin || !passwordHash) return 'missing'
    await createAdmin(db, { orgId, email: admin.email, passwordHash })
    return 'present'
  })
}

/** A one-time link for creating the first administrator; undefined once there is a login. */
export const makeFirstLink = ({ appUrl, ...installation }: Installation & { appUrl: string }) =>
  inEmptyInstallation(installation, undefined, (db) => makeFirstAdminLink(db, appUrl))

/** The result of `work` in an installation without logins, otherwise `otherwise`. */
function inEmptyInstallation<T, O>(
  { database, orgName }: Installation,
  otherwise: O,
  work: (db: Db, orgId: string) => Promise<T>,
) {
  return database.as('owner', async (db): Promise<T | O> => {
    await lock(db)
    // Another process may have created a login since the first check.
    if (await hasLogins(db)) return otherwise
    return work(db, (await findFirstOrganization(db))?.id ?? (await createOrganization(db, orgName)))
  })
}

/** Creates the first administrator with the link of makeFirstLink. Throws 410 when the link was used or an administrator exists. */
export async function claimFirstAdmin(
  { database, passwords }: { database: Database; passwords: Passwords },
  { token, fullName, email, password }: FirstAdmin,
): Promise<void> {
  const organization = await database.as('owner', async (db) => {
    const link = await findLink(db, token)
    return link?.purpose === 'first_admin' ? findFirstOrganization(db) : undefined
  })
  if (!organization) throw linkUsed()
  // Hashed outside the lock, and before the link is consumed: after a refused password it can be used again.
  const passwordHash = await passwords.choose(password, [email, fullName, organization.name])
  await database.as('owner', async (db) => {
    await lock(db)
    if (!(await consumeLink(db, token)) || (await hasLogins(db))) throw linkUsed()
    await createAdmin(db, { orgId: organization.id, email, fullName, passwordHash })
    await db.deleteFrom('auth.oneTimeTokens').where('purpose', '=', 'first_admin').execute()
  })
}

type Admin = { orgId: string; email: string; fullName?: string; passwordHash: string | null }

/** Creates an organization's first administrator and returns the login's id. Requires the owner role. */
export async function createAdmin(
  db: Db,
  { orgId, email, fullName = nameOf(email), passwordHash }: Admin,
): Promise<string> {
  const id = await createLogin(db, { email, kind: 'staff', passwordHash, mustChangePassword: false })
  await db.insertInto('profiles').values({ id, orgId, fullName }).execute()
  await db.insertInto('userRoles').values({ userId: id, orgId, role: 'admin' }).execute()
  await auditLogin(db, { userId: id, action: 'first_admin_created' })
  return id
}

const lock = (db: Db) => sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)

const hasLogins = async (db: Db) =>
  (await db.selectFrom('auth.users').select('id').limit(1).executeTakeFirst()) !== undefined

/** An initial name; it can be changed under Användare. */
const nameOf = (email: string) => email.split('@')[0] || email

const linkUsed = () =>
  new AppError(
    410,
    'link_used',
    `Länken har redan använts eller gått ut. Finns det ingen administratör än ger ${operatorCommand('login-link')} en ny.`,
  )
