import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { readContainer } from '#platform/backup/file/container.ts'
import { checkBackup, tableOf } from '#platform/backup/file/read-backup.ts'
import { copyIn } from '#platform/backup/file/tables.ts'
import { applyWithin, createMigrationsTable, knownMigrations } from '../migrate.ts'
import { databaseRoles } from '../roles.ts'
import { aDatabase, type TestDatabase } from './database.ts'

const released: Record<string, string> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../migrations/released.json'), 'utf8'),
)

/** An empty database with the released migrations only. */
export async function aReleasedDatabase(): Promise<TestDatabase> {
  const t = await aDatabase('template0')
  await applyReleased(t.superuser)
  return t
}

/** Creates the schema of the released version in a prepared, empty database. */
export const applyReleased = (superuser: pg.Client) => applySome(superuser, (name) => name in released)

/** An empty database as it was before a migration. */
export async function aDatabaseBefore(migration: string): Promise<TestDatabase> {
  const t = await aDatabase('template0')
  await applySome(t.superuser, (name) => name < migration)
  return t
}

async function applySome(superuser: pg.Client, isApplied: (name: string) => boolean) {
  await superuser.query(`set role ${databaseRoles.owner}`)
  await createMigrationsTable(superuser)
  for (const migration of await knownMigrations()) {
    if (!isApplied(migration.name)) continue
    await superuser.query('begin')
    await applyWithin(superuser, migration)
    await superuser.query('commit')
  }
  await superuser.query('reset role')
}

/** Copies all rows of another database, in the columns that this one has, without its triggers. */
export async function copyRows(from: pg.Client, to: pg.Client, except: readonly string[] = []) {
  const { rows: tables } = await to.query<{ name: string; columns: string }>(`
    select format('%I.%I', table_schema, table_name) as name, string_agg(quote_ident(column_name), ', ') as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('stodpunkt', 'auth') and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by 1`)
  await to.query('set session_replication_role = replica')
  for (const { name, columns } of tables.filter((table) => !except.includes(table.name))) {
    const { rows } = await from.query(`select coalesce(jsonb_agg(to_jsonb(t)), '[]') as all from ${name} t`)
    await to.query(
      `insert into ${name} (${columns}) overriding system value
         select ${columns} from jsonb_populate_recordset(null::${name}, $1)`,
      [JSON.stringify(rows[0].all)],
    )
  }
  await to.query('set session_replication_role = origin')
}

/** A backup that 1.0.0 made, of a company with rows in every table; its keys are locked with the passphrase. */
export const backupOf100 = {
  path: join(import.meta.dirname, '../../backup/file/testing/version-1.0.0.tar.zst'),
  passphrase: 'sju sjösjuka sjömän',
}

/** Rows of the tables that no backup contains, dated now, so that no cleanup deletes them during a test. */
const ofNoBackup = `
  insert into auth.sessions (id, user_id) select id, id from auth.users;
  insert into auth.refresh_tokens (token_hash, session_id) select convert_to(id::text, 'UTF8'), id from auth.sessions;
  insert into auth.one_time_tokens (token_hash, user_id, purpose, expires_at)
    select convert_to(id::text, 'UTF8'), id, 'recovery', now() + interval '1 day' from auth.users;
  insert into auth.attempts (key) values ('inloggning');
  insert into backups (id, kind, file, bytes) values ('00000000-0000-7000-8000-000000000001', 'asked', 'fil.tar.zst', 1);
  insert into backup_nights (night) values (current_date);
  insert into mail_handovers (job) values ('1');
  insert into ticket_viewers (org_id, ticket_id, user_id) select t.org_id, t.id, p.id from tickets t, profiles p;
  update form_counters set window_start = now();
  update idempotency_keys set created_at = now();
  update kept_mail set created_at = now();
  call rebuild_ticket_search()`

/** Fills the schema of 1.0.0 with the unchanged rows of the backup, and at least one row in every other table. */
export async function fillReleased(superuser: pg.Client) {
  const { manifest } = await checkBackup(backupOf100.path)
  // Disables triggers and foreign keys, which would change or refuse the rows.
  await superuser.query('set session_replication_role = replica')
  await readContainer(backupOf100.path, async (part, content) => {
    const table = manifest.tables.find(({ name }) => name === tableOf(part))
    if (!part.startsWith('tables/') || !table) return
    await finished(superuser.query(from(copyIn(table))).end(content))
  })
  await superuser.query('set session_replication_role = origin')
  await superuser.query(ofNoBackup)
  await superuser.query(`set role ${databaseRoles.owner}`)
  await superuser.query('select start_ticket_numbers(id) from organizations')
  await superuser.query('reset role')
}
