// A database is marked during a restore, until its rows are committed: an interrupted restore leaves an empty database, which
// must not be mistaken for a new installation.
import type { ClientBase } from 'pg'
import { operatorCommand } from './operator-command.ts'
import { databaseRoles } from './roles.ts'
import { StartError } from './start-error.ts'

/** An empty schema, dropped in the transaction that restores the rows. */
const MARK = 'stodpunkt_restore'

export async function isDatabaseMarked(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [MARK])
  return rowCount === 1
}

export const markDatabase = (client: ClientBase) => asOwner(client, `create schema if not exists ${MARK}`)

/** Removes the mark in the caller's transaction, which must run as the owner. */
export const unmarkWithin = (client: ClientBase) => client.query(`drop schema if exists ${MARK}`)

export const unmarkDatabase = (client: ClientBase) => asOwner(client, `drop schema if exists ${MARK}`)

/** Throws StartError when a restore to this database was interrupted: none of its rows were committed. */
export async function refuseMarkedDatabase(client: ClientBase) {
  if (!(await isDatabaseMarked(client))) return
  throw new StartError(
    `En återställning till databasen avbröts innan den var klar, och inget av den finns i databasen. Kör den igen: ${operatorCommand('restore', 'fil')}. Vill du ha en ny, tom installation i stället, ange en annan tom databas i DATABASE_URL eller, utan egen server, en ny DATA_DIR.`,
  )
}

async function asOwner(client: ClientBase, statement: string) {
  await client.query(`set role ${databaseRoles.owner}`)
  try {
    await client.query(statement)
  } finally {
    await client.query('reset role')
  }
}
