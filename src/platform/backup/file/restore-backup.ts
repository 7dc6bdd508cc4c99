import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { bringUp, connectTo, takeDatabase } from '#platform/database/bring-up.ts'
import { applyWithin, compareWithKnown, createMigrationsTable, knownMigrations } from '#platform/database/migrate.ts'
import { startCommand } from '#platform/database/operator-command.ts'
import { isDatabaseMarked, markDatabase, unmarkDatabase, unmarkWithin } from '#platform/database/restore-mark.ts'
import { databaseRoles } from '#platform/database/roles.ts'
import { StartError } from '#platform/database/start-error.ts'
import { damaged, readContainer } from './container.ts'
import type { Manifest } from './manifest.ts'
import { type CheckedBackup, tableOf } from './read-backup.ts'
import { rowDigest } from './row-digest.ts'
import { backupOptions, copyIn, copyOut, listTables, type Table } from './tables.ts'

/**
 * The migrations that make the schema of a backup. Throws StartError for a backup of a newer or an unreleased version, or one
 * made with an edited migration.
 */
export async function migrationsOf({ migrations }: Manifest): Promise<Set<string>> {
  const { newer, unreleased, edited } = compareWithKnown(migrations, await knownMigrations())
  if (unreleased !== undefined) {
    throw new StartError(
      `Säkerhetskopian är från en version som inte har getts ut: den har steget ${unreleased} i en lydelse som varken 1.0.0 eller den här versionen har. Den kan inte återställas med den här versionen. Inget är ändrat. Återställ den med programmet som gjorde den, eller välj en säkerhetskopia från en utgiven version.`,
    )
  }
  if (newer !== undefined) {
    throw new StartError(
      `Säkerhetskopian är nyare än programmet: den har steget ${newer}, som den här versionen inte känner. Återställ med en nyare version.`,
    )
  }
  if (edited !== undefined)
    throw new StartError(`Migreringen ${edited} är inte den som säkerhetskopian gjordes med. Återställ filen.`)
  return new Set(migrations.map(({ name }) => name))
}

/** The target of a restore is not empty. */
export class NotEmpty extends StartError {
  constructor() {
    super(
      `Databasen är inte tom. Återställ till en tom databas eller en ny DATA_DIR. Inget är ändrat. Är det en återställning som avbröts alldeles på slutet är den klar: ${startCommand()}`,
    )
  }
}

async function refuseFilled(client: pg.ClientBase) {
  const { rowCount } = await client.query(`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' limit 1`)
  if (rowCount) throw new NotEmpty()
}

/**
 * Marks an empty database as being restored, until its rows are committed. `isFirst` is false when an earlier restore was
 * interrupted. Throws NotEmpty when it holds any relation.
 */
export async function beginRestore(connection: pg.ClientConfig): Promise<{ isFirst: boolean }> {
  const client = await connectTo(connection)
  try {
    await takeDatabase(client)
    await refuseFilled(client)
    const isFirst = !(await isDatabaseMarked(client))
    await markDatabase(client)
    return { isFirst }
  } finally {
    await client.end()
  }
}

/** Removes the mark from a database that nothing was restored to. */
export async function abandonRestore(connection: pg.ClientConfig) {
  const client = await connectTo(connection)
  try {
    await takeDatabase(client)
    await unmarkDatabase(client)
  } finally {
    await client.end()
  }
}

type Plan = {
  connection: pg.ClientConfig
  backup: CheckedBackup
  /** The keys are lost: the next start makes new ones to sign in with. */
  isWithoutKeys: boolean
}

/**
 * Fills an empty database: the schema of the backup, every row, then the migrations since, in one transaction that also compares
 * each table with the file. Throws StartError, and leaves the database empty, when anything differs.
 */
export async function restoreBackup({ connection, backup, isWithoutKeys }: Plan) {
  const before = await migrationsOf(backup.manifest)
  const client = await connectTo(connection)
  try {
    await takeDatabase(client)
    await refuseFilled(client)
    for (const option of backupOptions) await client.query(`set ${option.replace('=', ' to ')}`)
    await client.query('begin')
    await client.query(`set local role ${databaseRoles.owner}`)
    await client.query(`select set_config('app.quiet', 'on', true)`)
    await fill(client, backup, before)
    if (isWithoutKeys) await client.query(`delete from installation where fact = 'keys'`)
    await unmarkWithin(client)
    await client.query('commit')
  } finally {
    // An uncommitted transaction is rolled back.
    await client.end()
  }
  await bringUp(connection)
}

async function fill(client: pg.Client, { path, manifest }: CheckedBackup, before: Set<string>) {
  const known = await knownMigrations()
  await createMigrationsTable(client)
  for (const step of known.filter(({ name }) => before.has(name))) await applyWithin(client, step)
  const tables = await listTables(client)
  refuseOthers(tables, manifest)
  const close = await openForRows(client, tables)
  await loadRows(client, path, manifest)
  await compareRows(client, path, manifest)
  await close()
  // Without statistics the joins that build the search index would be planned badly.
  await client.query(`analyze ${tables.map(({ name }) => name).join(', ')}`)
  await client.query('call rebuild_ticket_search()')
  for (const step of known.filter(({ name }) => !before.has(name))) await applyWithin(client, step)
  // Sequences are not in the file, and the trigger that creates them was disabled.
  await client.query('select start_ticket_numbers(id) from organizations')
}

/** Throws StartError when the migrations of the file do not make the tables of the file. */
function refuseOthers(tables: Table[], manifest: Manifest) {
  const shape = (all: Table[]) => JSON.stringify(all.map(({ name, columns }) => [name, columns]))
  if (shape(tables) !== shape(manifest.tables))
    throw new StartError('Säkerhetskopian passar inte sina egna migreringar.')
}

/**
 * Disables the triggers, row-level security (COPY cannot use it) and checks that are `not valid`, so that rows are loaded as
 * they were. The owner may do this to its own tables; foreign keys stay. Returns a function that enables all again.
 */
async function openForRows(client: pg.Client, tables: Table[]) {
  const names = tables.map(({ name }) => name)
  const { rows: loose } = await client.query<{ table: string; name: string; rule: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as rule
     from pg_constraint where not convalidated and conrelid::regclass = any ($1::text[]::regclass[])`,
    [names],
  )
  for (const { table, name } of loose) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const name of names) {
    await client.query(`alter table ${name} disable trigger user, no force row level security`)
  }
  await client.query(`truncate ${names.join(', ')} cascade`)
  // Should row-level security still bind the owner, the copy fails instead of silently reading no rows.
  await client.query('set local row_security = off')
  return async () => {
    await client.query('set local row_security = on')
    for (const name of names) await client.query(`alter table ${name} enable trigger user, force row level security`)
    for (const { table, name, rule } of loose) await client.query(`alter table ${table} add constraint ${name} ${rule}`)
  }
}

/** Loads the parts in the order of the file, which satisfies the foreign keys. */
async function loadRows(client: pg.Client, path: string, { tables }: Manifest) {
  const known = new Map(tables.map((table) => [table.name, table]))
  let open: CopyIn | undefined
  await readContainer(path, async (part, content) => {
    if (!part.startsWith('tables/')) return
    const table = known.get(tableOf(part))
    if (!table) throw damaged(path)
    if (open?.name !== table.name) {
      await open?.finish()
      open = startCopyIn(client, table)
    }
    await open.write(content)
  })
  await open?.finish()
}

type CopyIn = { name: string; write: (content: Buffer) => Promise<void>; finish: () => Promise<void> }

/** PostgreSQL may refuse rows between two writes, on a full disk for example: the next call rejects with that error. */
function startCopyIn(client: pg.Client, table: Table): CopyIn {
  const stream = client.query(from(copyIn(table)))
  let failure: Error | undefined
  stream.on('error', (error) => {
    failure ??= error
  })
  const settle = (act: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => {
      if (failure) return reject(failure)
      stream.once('error', reject)
      act((error) => {
        stream.off('error', reject)
        if (error) reject(error)
        else resolve()
      })
    })
  return {
    name: table.name,
    write: (content) => settle((done) => stream.write(content, done)),
    finish: () => settle((done) => stream.end(done)),
  }
}

async function compareRows(client: pg.Client, path: string, { tables }: Manifest) {
  for (const table of tables) {
    const digest = rowDigest()
    for await (const chunk of client.query(to(copyOut(table)))) digest.add(chunk)
    const { rows, digest: found } = digest.end()
    if (rows !== table.rows || found !== table.digest) throw damaged(path)
  }
}
