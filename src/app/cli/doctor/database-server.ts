// Checks of the database server and its schema, in read-only transactions.
import type pg from 'pg'
import { readServer, refuseBypass, refuseOwnership, refuseServer } from '#platform/database/check-server.ts'
import { listStaleCollations } from '#platform/database/collations.ts'
import { POOL_SIZE } from '#platform/database/database.ts'
import { findPending } from '#platform/database/migrate.ts'
import { refuseMarkedDatabase } from '#platform/database/restore-mark.ts'
import { databaseRoles, refuseUnprepared } from '#platform/database/roles.ts'
import { JOBS_POOL_SIZE } from '#platform/jobs/jobs.ts'
import { attempt, type Check, fine, warning, wrong } from './check.ts'
import { STOCKHOLM_2026 } from './machine.ts'

/**
 * Besides the two pools: the watchdog, the readers of live events and of new jobs, and the locks of mailboxes, of the job
 * queue and of files that are being received.
 */
const SINGLE_CONNECTIONS = 6
const CONNECTIONS_OF_A_PROCESS = POOL_SIZE + JOBS_POOL_SIZE + SINGLE_CONNECTIONS
const SKEW_SECONDS = { warning: 2, wrong: 30 }

export async function checkDatabaseServer(client: pg.ClientBase): Promise<Check[]> {
  const checks = [
    await attempt('PostgreSQL', () => checkVersion(client)),
    await attempt('Klocka', () => checkClock(client)),
    await attempt('Anslutningar', () => checkConnections(client)),
    await attempt('Radskydd', () => checkRowSecurity(client)),
    await attempt('Schema', () => checkSchema(client)),
    await attempt('Sortering', () => checkSorting(client)),
  ]
  return checks.flat()
}

async function checkVersion(client: pg.ClientBase) {
  refuseServer(await readServer(client))
  const version = await readValue<string>(client, `select current_setting('server_version')`)
  return fine('PostgreSQL', `${version.split(' ')[0]} med svensk sortering.`)
}

async function checkClock(client: pg.ClientBase): Promise<Check[]> {
  const before = Date.now()
  const serverTime = await readValue<number>(client, `select extract(epoch from clock_timestamp())::float8 * 1000`)
  const clock = judgeClock((serverTime - (before + Date.now()) / 2) / 1000)
  for (const [moment, hour] of STOCKHOLM_2026) {
    const localTime = await readValue<string>(
      client,
      `select to_char($1::timestamptz at time zone 'Europe/Stockholm', 'HH24:MI')`,
      moment,
    )
    if (localTime !== hour)
      return [
        clock,
        wrong('Tidszon', 'PostgreSQL räknar fel i Europe/Stockholm. Uppdatera serverns tidszonsdata (tzdata).'),
      ]
  }
  return [clock]
}

export function judgeClock(seconds: number): Check {
  const skew = Math.abs(seconds)
  if (skew < SKEW_SECONDS.warning) return fine('Klocka', 'Går lika här och i databasen.')
  const message = `Skiljer ${Math.round(skew)} s mellan den här maskinen och databasen. Ställ klockorna med NTP.`
  return skew < SKEW_SECONDS.wrong ? warning('Klocka', message) : wrong('Klocka', message)
}

async function checkConnections(client: pg.ClientBase) {
  const most = await readValue<number>(
    client,
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int`,
  )
  const used = await readValue<number>(client, 'select sum(numbackends)::int from pg_stat_database')
  return judgeConnections(used, most)
}

export function judgeConnections(used: number, most: number): Check {
  const title = 'Anslutningar'
  const message = `${used} av ${most} används; en process behöver upp till ${CONNECTIONS_OF_A_PROCESS}.`
  if (most < CONNECTIONS_OF_A_PROCESS) return wrong(title, `${message} Höj max_connections.`)
  return used > most * 0.8 ? warning(title, `${message} Höj max_connections.`) : fine(title, message)
}

async function checkRowSecurity(client: pg.ClientBase) {
  await refuseUnprepared(client)
  await refuseBypass(client)
  await refuseOwnership(client)
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('stodpunkt', 'auth') and c.relkind in ('r', 'p') and c.relname <> 'migrations'
       and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`,
  )
  const open = rows.map(({ name }) => name).join(', ')
  return open === ''
    ? fine('Radskydd', 'På för alla tabeller. Ingen roll går förbi det.')
    : wrong('Radskydd', `Avstängt för ${open}. Stoppa Stödpunkt och ta reda på vem som har ändrat i databasen.`)
}

async function checkSchema(client: pg.ClientBase) {
  await refuseMarkedDatabase(client)
  const pending = await findPending(client)
  if (pending.length === 0) return fine('Schema', 'Är det som den här versionen känner.')
  return warning('Schema', `${pending.length} steg återstår. Starta om Stödpunkt: de körs då.`)
}

async function checkSorting(client: pg.ClientBase) {
  if ((await findPending(client)).length > 0) return []
  const stale = await readAsOwner(client, () => listStaleCollations(client))
  return stale.length === 0
    ? fine('Sortering', 'Textindexen är byggda med den sortering som servern har.')
    : wrong(
        'Sortering',
        `Servern sorterar annorlunda nu (${stale.join(', ')}). Starta om Stödpunkt: indexen byggs om då.`,
      )
}

async function readAsOwner<T>(client: pg.ClientBase, read: () => Promise<T>): Promise<T> {
  await client.query(`begin read only; set local role ${databaseRoles.owner}`)
  try {
    return await read()
  } finally {
    await client.query('rollback')
  }
}

async function readValue<T>(client: pg.ClientBase, query: string, ...values: unknown[]): Promise<T> {
  const { rows } = await client.query<T[]>({ text: query, values, rowMode: 'array' } as never)
  return (rows as unknown as T[][])[0]?.[0] as T
}
