// The baseline makes the schema that the migrations before 1.0.0 made. Removed with them once that is shown.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createMigrationsTable } from './migrate.ts'
import { prepareDatabase } from './prepare.ts'
import { findExternalBindir, startThrowawayCluster, type ThrowawayCluster } from './testing/cluster.ts'

const migrations = join(import.meta.dirname, '../../migrations')

test('the baseline dumps as the migrations before it', async ({ skip }) => {
  const bindir = findExternalBindir()
  if (!bindir) return skip('pg_dump comes with an installed server')
  const cluster = await startThrowawayCluster({ bindir })
  try {
    const before = await dumpOf(cluster, join(bindir, 'pg_dump'), 'before', join(migrations, 'before-1.0'))
    expect(before.length).toBeGreaterThan(600)
    expect(await dumpOf(cluster, join(bindir, 'pg_dump'), 'baseline', migrations)).toEqual(before)
  } finally {
    await cluster.stop()
  }
})

async function dumpOf({ host, port }: ThrowawayCluster, pgDump: string, database: string, folder: string) {
  const admin = new pg.Client({ host, port, user: 'postgres', database: 'postgres' })
  await admin.connect()
  await prepareDatabase(admin, { login: 'stodpunkt', database })
  await admin.end()
  const client = new pg.Client({ host, port, user: 'stodpunkt', database, options: '-c search_path=stodpunkt' })
  await client.connect()
  await client.query('set role stodpunkt_owner')
  await createMigrationsTable(client)
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()) {
    await client.query(`begin; ${readFileSync(join(folder, name), 'utf8')}; commit`)
  }
  await client.end()
  const dump = execFileSync(pgDump, ['-s', '-h', host, '-p', String(port), '-U', 'postgres', database], {
    encoding: 'utf8',
  })
  // One entry an object; the order of its grants says nothing.
  return dump
    .replace(/^\\(un)?restrict .*$/gm, '')
    .replace('-- PostgreSQL database dump complete', '')
    .split('\n--\n-- Name: ')
    .map((entry) => entry.slice(entry.indexOf('\n--\n') + 4).replace(/[\s-]+$/, '').trim())
    .map((entry) => (/^(GRANT|REVOKE)/.test(entry) ? entry.split('\n').filter(Boolean).sort().join('\n') : entry))
    .sort()
}
