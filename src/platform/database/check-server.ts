import type { ClientBase } from 'pg'
import { operatorCommand } from './operator-command.ts'
import { databaseRoles, serverVersion } from './roles.ts'
import { StartError } from './start-error.ts'

const MINIMUM_VERSION = 15

/** Throws StartError for a server that is too old, lacks the Swedish collation, or lets the login or roles bypass row-level security. */
export async function checkServer(client: ClientBase) {
  refuseServer(await readServer(client))
  await refuseBypass(client)
}

/** The server's major version, and whether it has the Swedish collation. */
export async function readServer(client: ClientBase): Promise<{ version: number; hasSwedish: boolean }> {
  const { rowCount } = await client.query(`select from pg_collation where collname = 'sv-SE-x-icu'`)
  return { version: await serverVersion(client), hasSwedish: rowCount === 1 }
}

/** Throws StartError for a server that Stödpunkt cannot run on. */
export function refuseServer({ version, hasSwedish }: { version: number; hasSwedish: boolean }) {
  if (version < MINIMUM_VERSION) {
    throw new StartError(`PostgreSQL ${version} är för gammal: Stödpunkt behöver minst ${MINIMUM_VERSION}.`)
  }
  if (!hasSwedish) {
    throw new StartError(
      'Databasservern saknar ICU-sorteringen sv-SE-x-icu. Använd en PostgreSQL som är byggd med ICU.',
    )
  }
}

/** Runs after the migrations: owners bypass row-level security, so the roles of requests must own no table. Throws StartError. */
export async function refuseOwnership(client: ClientBase) {
  const requestRoles = [databaseRoles.app, databaseRoles.auth, databaseRoles.site]
  const { rows } = await client.query<{ rolname: string; relname: string }>(
    `select r.rolname, c.relname from pg_class c join pg_roles r on r.oid = c.relowner
     where r.rolname = any($1) and c.relkind not in ('t', 'i') or r.rolname = session_user and c.relkind in ('r', 'p') limit 1`,
    [requestRoles],
  )
  const owned = rows[0]
  if (owned) {
    throw new StartError(
      `Databasrollen ${owned.rolname} äger tabellen ${owned.relname} och står därmed över radskyddet. Kör ${operatorCommand('db-prepare')}.`,
    )
  }
}

/** Throws StartError when a role or the login (by default this connection's) bypasses row-level security. */
export async function refuseBypass(client: ClientBase, login?: string) {
  const { rows } = await client.query<{ rolname: string }>(
    `select rolname from pg_roles where (rolname = coalesce($2, session_user) or rolname = any($1)) and (rolsuper or rolbypassrls) limit 1`,
    [Object.values(databaseRoles), login],
  )
  const role = rows[0]?.rolname
  if (role) {
    throw new StartError(
      `Databasrollen ${role} kringgår radskyddet (superanvändare eller BYPASSRLS). Ange en vanlig inloggning i DATABASE_URL; ${operatorCommand('db-prepare')} skapar den.`,
    )
  }
}
