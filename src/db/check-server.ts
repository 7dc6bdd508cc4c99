import type { ClientBase } from 'pg'
import { databaseRoles } from './roles.ts'
import { StartError } from './start-error.ts'

const MINIMUM_VERSION = 15

/** Refuses a server that is too old, lacks the Swedish collation, or lets the login or the roles past row-level security. */
export async function checkServer(client: ClientBase) {
  const { rows } = await client.query<{ version: number; icu: boolean }>(`
    select current_setting('server_version_num')::int / 10000 as version,
      exists (select from pg_collation where collname = 'sv-SE-x-icu') as icu`)
  const server = rows[0]
  if (!server || server.version < MINIMUM_VERSION) {
    throw new StartError(`PostgreSQL ${server?.version} är för gammal: Stödpunkt behöver minst ${MINIMUM_VERSION}.`)
  }
  if (!server.icu) {
    throw new StartError(
      'Databasservern saknar ICU-sorteringen sv-SE-x-icu. Använd en PostgreSQL som är byggd med ICU.',
    )
  }
  await refuseBypass(client)
}

/** Run again after the migrations: the roles the program works as must own nothing. */
export async function refuseOwnership(client: ClientBase) {
  const working = [databaseRoles.app, databaseRoles.auth, databaseRoles.site]
  const { rows } = await client.query<{ rolname: string; relname: string }>(
    `select r.rolname, c.relname from pg_class c join pg_roles r on r.oid = c.relowner
     where r.rolname = any($1) or r.rolname = session_user and c.relkind in ('r', 'p') limit 1`,
    [working],
  )
  const owned = rows[0]
  if (owned) {
    throw new StartError(
      `Databasrollen ${owned.rolname} äger tabellen ${owned.relname} och står därmed över radskyddet. Kör npm run db:prepare.`,
    )
  }
}

async function refuseBypass(client: ClientBase) {
  const { rows } = await client.query<{ rolname: string }>(
    `select rolname from pg_roles where (rolname = session_user or rolname = any($1)) and (rolsuper or rolbypassrls) limit 1`,
    [Object.values(databaseRoles)],
  )
  const role = rows[0]?.rolname
  if (role) {
    throw new StartError(
      `Databasrollen ${role} kringgår radskyddet (superanvändare eller BYPASSRLS). Ange en vanlig inloggning i DATABASE_URL; npm run db:prepare skapar den.`,
    )
  }
}
