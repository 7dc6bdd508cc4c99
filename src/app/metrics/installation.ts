// Gauges of the installation: its queue, backups, mail, virus scanner and disks. Values from the database are the same
// in every process of an installation.
import { statfs } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import { readOldestUnchecked } from '#features/files/server/check-file.ts'
import { openClamd } from '#features/files/server/clamd.ts'
import { countUnreadMailboxes } from '#features/inbox/server/mail-alarms.queries.ts'
import { reasonAgainstBackups } from '#platform/backup/server/backup-files.ts'
import { isOnDataDisk, readBackupState } from '#platform/backup/server/backup-state.ts'
import type { BackupTarget } from '#platform/backup/server/make-backup.ts'
import type { Database } from '#platform/database/database.ts'
import { readQueue } from '#platform/jobs/jobs.ts'
import { readMailOutage } from '#platform/mail/mail-outage.ts'

export type Installation = {
  database: Database
  /** The target of nightly backups; undefined if this machine makes none. */
  target: BackupTarget | undefined
  dataDir: string
  /** Undefined without a virus scanner. */
  clamdUrl: string | undefined
}

/** How long a scrape waits for the virus scanner and the disks. */
const SCRAPE_MS = 2000

/** Gauges that are omitted while the database is unavailable. */
const facts = {
  stodpunkt_jobs_waiting: 'Jobs that are due and not started',
  stodpunkt_jobs_oldest_seconds: 'For how long the oldest waiting job has been due',
  stodpunkt_jobs_given_up: 'Jobs without attempts left that remain in the queue',
  stodpunkt_backup_enabled: '1 when a machine makes nightly backups',
  stodpunkt_backup_age_seconds: 'Since the last backup, or without one since the installation',
  stodpunkt_mail_outage: '1 while the mail server takes no outgoing mail',
  stodpunkt_mailboxes_unread: 'Mailboxes that have not been read for a quarter of an hour',
  stodpunkt_files_unchecked_seconds: 'For how long the oldest file has waited for the virus scanner',
} as const

async function readFacts({ database, target }: Installation): Promise<Record<keyof typeof facts, number>> {
  const queue = await readQueue(database)
  const backup = await database.as('backup', (db) => readBackupState(db, target !== undefined, new Date()))
  return database.as('jobs', async (db) => ({
    stodpunkt_jobs_waiting: queue.waiting,
    stodpunkt_jobs_oldest_seconds: queue.oldestSeconds,
    stodpunkt_jobs_given_up: queue.givenUp,
    stodpunkt_backup_enabled: Number(backup.isNightly),
    stodpunkt_backup_age_seconds: backup.ageSeconds,
    stodpunkt_mail_outage: Number((await readMailOutage(db)) !== null),
    stodpunkt_mailboxes_unread: await countUnreadMailboxes(db),
    stodpunkt_files_unchecked_seconds: await readOldestUnchecked(db),
  }))
}

/** Registers the gauges; the returned function reads them, before each scrape. */
export function watchInstallation(register: Registry, installation: Installation): () => Promise<void> {
  const up = new Gauge({
    name: 'stodpunkt_database_up',
    help: '1 when the database answered this scrape',
    registers: [register],
  })
  const gauges = Object.entries(facts).map(([name, help]) => new Gauge({ name, help, registers: [register] }))
  const readScanner = watchScanner(register, installation)
  const readDisks = unlessHung(watchDisks(register, installation))
  return async () => {
    const found = await readFacts(installation).catch(() => undefined)
    up.set(found ? 1 : 0)
    Object.keys(facts).forEach((name, index) => {
      gauges[index]?.remove()
      if (found) gauges[index]?.set(found[name as keyof typeof facts])
    })
    await Promise.all([readScanner(), readDisks()])
  }
}

function watchScanner(register: Registry, { clamdUrl }: Installation) {
  if (!clamdUrl) return async () => undefined
  const scanner = openClamd(clamdUrl, SCRAPE_MS)
  const up = new Gauge({
    name: 'stodpunkt_scanner_up',
    help: '1 when the virus scanner answered this scrape; absent without one',
    registers: [register],
  })
  return async () => {
    const answers = await scanner.version().then(
      () => true,
      () => false,
    )
    up.set(answers ? 1 : 0)
  }
}

/**
 * Runs one read at a time and waits for it at most SCRAPE_MS, so that a hanging network disk blocks only one thread of
 * Node's pool, and no scrape.
 */
function unlessHung(read: () => Promise<void>) {
  let running: Promise<void> | undefined
  return async () => {
    running ??= read().finally(() => {
      running = undefined
    })
    await Promise.race([running, delay(SCRAPE_MS, undefined, { ref: false })])
  }
}

/** A folder that cannot be read is omitted. */
function watchDisks(register: Registry, { dataDir, target }: Installation) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['folder'], registers: [register] })
  const free = gauge('stodpunkt_disk_free_bytes', 'Free on the disk of the folder that the setting names')
  const size = gauge('stodpunkt_disk_size_bytes', 'Size of the disk of the folder that the setting names')
  const isShared = new Gauge({
    name: 'stodpunkt_backup_on_data_disk',
    help: '1 when nightly backups of this process are on the disk of the database',
    registers: [register],
  })
  const isWritable =
    target &&
    new Gauge({
      name: 'stodpunkt_backup_folder_writable',
      help: '1 when this process can write into BACKUP_DIR; absent without one',
      registers: [register],
    })
  const folders = { DATA_DIR: dataDir, ...(target && { BACKUP_DIR: target.folder }) }
  return async () => {
    free.reset()
    size.reset()
    // Not writable until proved, because writing to a hanging network disk never returns.
    isWritable?.set(0)
    for (const [folder, path] of Object.entries(folders)) {
      const disk = await statfs(path).catch(() => undefined)
      if (!disk) continue
      free.set({ folder }, disk.bavail * disk.bsize)
      size.set({ folder }, disk.blocks * disk.bsize)
    }
    const reason = target && (await reasonAgainstBackups(target.folder, target.dataDir))
    isWritable?.set(reason === undefined ? 1 : 0)
    isShared.set(target && reason === undefined && (await isOnDataDisk(target)) ? 1 : 0)
  }
}
