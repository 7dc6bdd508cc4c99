import { type Kysely, sql } from 'kysely'
import { isStaffRole, type LoginKind, type Role } from '#shared/roles.rules.ts'
import type { Actor, Credential } from './actor.ts'
import { type DatabaseRole, databaseRoles } from './roles.ts'
import type { Schema } from './schema.ts'

/** The session or API key does not exist, has ended or has expired. */
export class NoSession extends Error {
  override name = 'NoSession'
}

type SessionRow = {
  userId: string
  email: string
  kind: LoginKind | null
  orgId: string | null
  role: Role | null
  customerId: string | null
  fullName: string | null
  mustChangePassword: boolean
  contactId: string | null
  seesCompany: boolean
  aal: Actor['aal']
  proofAgeSeconds: number | null
  vaultProofHours: number
  hasFactor: boolean
  needsFactor: boolean
  apiKey: Actor['apiKey']
}

/**
 * Looks the session or API key up and sets role, organization, user, customer, contact and lock timeout for the rest of the transaction, in
 * one statement. Throws NoSession; the role is then unchanged, and the login itself can read nothing.
 */
export async function openScope(db: Kysely<Schema>, credential: Credential, lockMs: string): Promise<Actor> {
  const isSession = typeof credential === 'string'
  const { rows } = await sql<SessionRow>`
    select user_id, email, kind, org_id, role, customer_id, full_name, must_change_password, contact_id, sees_company,
      aal, proof_age_seconds, vault_proof_hours, has_factor, needs_factor, ${isSession ? noKey : theKey}
      set_config('app.user_id', user_id::text, true),
      set_config('app.org_id', coalesce(org_id::text, ''), true),
      set_config('app.role', coalesce(role, ''), true),
      set_config('app.customer_id', coalesce(customer_id::text, ''), true),
      set_config('app.contact_id', coalesce(contact_id::text, ''), true),
      set_config('app.sees_company', sees_company::text, true),
      set_config('lock_timeout', ${lockMs}, true),
      set_config('role', ${sql.lit(databaseRoles.app)}, true)
    from ${isSession ? sql`auth.session_actor(${credential})` : sql`auth.key_actor(${credential})`}`.execute(db)
  const [row] = rows
  if (!row) throw new NoSession()
  return actorOf(row, isSession ? credential : '')
}

const noKey = sql`null as api_key,`
const theKey = sql`jsonb_build_object('id', key_id, 'name', key_name, 'scopes', key_scopes) as api_key,
      set_config('app.api_key_id', key_id::text, true),`

/** Sets a role that needs no actor, and the lock timeout, for the rest of the transaction. */
export async function openRoleScope(db: Kysely<Schema>, role: Exclude<DatabaseRole, 'app'>, lockMs: string) {
  await sql`select set_config('role', ${databaseRoles[role]}, true), set_config('lock_timeout', ${lockMs}, true)`.execute(
    db,
  )
}

function actorOf(
  { kind, role, orgId, customerId, contactId, seesCompany, ...person }: SessionRow,
  sessionId: string,
): Actor {
  const login = { sessionId, ...loginOf(person) }
  if (isStaffRole(role)) return { ...login, kind: 'staff', role, orgId, customerId: null }
  if (kind === 'customer' && role === 'customer' && orgId && customerId && contactId)
    return { ...login, kind, role, orgId, customerId, contactId, seesCompany }
  return { ...login, kind: 'none', role: null, orgId, customerId: null }
}

/** Lists its fields, as the row also has those that set the scope. */
const loginOf = ({
  userId,
  email,
  fullName,
  mustChangePassword,
  aal,
  proofAgeSeconds,
  vaultProofHours,
  hasFactor,
  needsFactor,
  apiKey,
}: Omit<SessionRow, 'kind' | 'role' | 'orgId' | 'customerId' | 'contactId' | 'seesCompany'>) => ({
  userId,
  email,
  fullName,
  mustChangePassword,
  aal,
  proofAgeSeconds,
  vaultProofHours,
  hasFactor,
  needsFactor,
  apiKey,
})
