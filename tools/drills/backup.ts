// `npm run drill:backup [-- share]`: backs up the full-size demo, or a share of it from 0.01, and restores it into a new server
// of each installed version; every restore compares each table with the file. Limited to half an hour.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { fullSize, generateDemo } from '#app/demo/generate-demo.ts'
import { rowsIn } from '#platform/backup/file/manifest.ts'
import { checkBackup } from '#platform/backup/file/read-backup.ts'
import { restoreBackup } from '#platform/backup/file/restore-backup.ts'
import { writeBackup } from '#platform/backup/file/write-backup.ts'
import { bringUp } from '#platform/database/bring-up.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { findExternalBindir, startThrowawayCluster, type ThrowawayCluster } from '#platform/database/testing/cluster.ts'

const LIMIT_MINUTES = 30
const share = Number(process.argv[2] ?? 1)
if (!(share >= 0.01 && share <= 1)) throw new Error('The share is a number from 0.01 to 1')
const of = (whole: number) => Math.round(whole * share)
const size = {
  ...fullSize,
  customers: of(fullSize.customers),
  tickets: of(fullSize.tickets),
  activeTickets: of(fullSize.activeTickets),
  comments: of(fullSize.comments),
  timeEntries: of(fullSize.timeEntries),
}

setTimeout(() => {
  console.error(`The drill took more than ${LIMIT_MINUTES} minutes`)
  process.exit(1)
}, LIMIT_MINUTES * 60_000).unref()

const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-drill-backup-'))
const clusters: ThrowawayCluster[] = []

async function aServer(bindir?: string) {
  const cluster = await startThrowawayCluster({ bindir })
  clusters.push(cluster)
  const { host, port, user, version } = cluster
  const admin = new pg.Client({ host, port, user, database: 'postgres' })
  await admin.connect()
  await prepareDatabase(admin, { login: 'stodpunkt', database: 'stodpunkt' })
  await admin.end()
  return { version, connection: { host, port, user: 'stodpunkt', database: 'stodpunkt' } }
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`| ${name} | ${seconds} s | ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB |`)
  return result
}

try {
  console.log('| Step | Time | Memory of the program |\n|---|---|---|')
  const source = await aServer()
  await bringUp(source.connection)
  await step('demo generated', () => generateDemo(source.connection, { today: '2026-11-21', passwordHash: '', size }))
  const path = join(folder, 'full.tar.zst')
  const { manifest, bytes } = await step(`written from ${source.version}`, () =>
    writeBackup({ connection: source.connection, path, now: new Date() }),
  )
  const backup = await step('file verified', () => checkBackup(path))
  for (const bindir of [undefined, findExternalBindir()]) {
    if (bindir === undefined && clusters.length > 1) {
      console.log('| skipped: no other server on this machine | | |')
      continue
    }
    const { version, connection } = await aServer(bindir)
    await step(`restored into ${version}, every table compared`, () =>
      restoreBackup({ connection, backup, isWithoutKeys: false }),
    )
  }
  console.log(`\n${rowsIn(manifest)} rows, ${Math.round(bytes / 2 ** 20)} MB`)
} finally {
  for (const cluster of clusters) await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
