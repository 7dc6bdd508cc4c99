import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DISK_IS_FULL, saysDiskFull } from '../disk-full.ts'
import { StartError } from '../start-error.ts'
import { type Account, commandAs } from './account.ts'
import type { Log } from './leftovers.ts'
import { layout, type Plan } from './watchdog-protocol.ts'

const temporary = `${layout.cluster}.tmp-`

/**
 * Prepares `<dataDir>/postgres` for a start: creates a missing cluster, refuses one of another major version or owner.
 * A cluster is created under a temporary name and renamed when complete. Throws StartError.
 */
export async function prepareClusterDirectory(plan: Plan, log: Log, stopSignal: AbortSignal) {
  const clusterDir = join(plan.dataDir, layout.cluster)
  removeIncompleteClusters(plan.dataDir)
  changeOwner(clusterDir, plan.account, log)
  if (isMissingOrEmpty(clusterDir)) await createCluster(plan, clusterDir, stopSignal)
  refuseOtherMajor(clusterDir, plan.major)
  chmodSync(clusterDir, 0o700)
}

function removeIncompleteClusters(dataDir: string) {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(temporary))) {
    rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

function isMissingOrEmpty(clusterDir: string) {
  const entry = statSync(clusterDir, { throwIfNoEntry: false })
  if (!entry) return true
  if (readdirSync(clusterDir).length > 0) return false
  rmdirSync(clusterDir)
  return true
}

async function createCluster(plan: Plan, clusterDir: string, stopSignal: AbortSignal) {
  const directory = join(plan.dataDir, temporary + randomBytes(6).toString('hex'))
  mkdirSync(directory, { mode: 0o700 })
  lchownSync(directory, plan.account.owner.uid, plan.account.owner.gid)
  const { file, args, options } = commandAs(plan.account, join(plan.binDir, 'initdb'), initArguments(plan, directory))
  try {
    // With TZ set, initdb does not compare all time zones to find the machine's.
    await promisify(execFile)(file, args, { ...options, env: { ...options.env, TZ: 'UTC' }, signal: stopSignal })
  } catch (error) {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    stopSignal.throwIfAborted()
    const cause = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    if (saysDiskFull(cause)) throw new StartError(DISK_IS_FULL)
    throw new StartError(`Databasen gick inte att skapa i ${plan.dataDir}: ${cause}`)
  }
  renameSync(directory, clusterDir)
  if (!plan.isDisposable) syncFolder(plan.dataDir)
}

function initArguments({ major, isDisposable }: Plan, directory: string) {
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  return [
    ...['-D', directory, '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8'],
    ...(major >= 17 ? builtin : []),
    ...['--auth-local=trust', '--auth-host=reject'],
    ...(isDisposable ? ['--no-sync'] : []),
  ]
}

function syncFolder(folder: string) {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function refuseOtherMajor(clusterDir: string, major: number) {
  let found: string
  try {
    found = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim()
  } catch {
    throw new StartError(`${clusterDir} är inte en PostgreSQL-databas: PG_VERSION saknas eller går inte att läsa.`)
  }
  if (found === String(major)) return
  throw new StartError(
    `Databasen i ${clusterDir} är skapad av PostgreSQL ${found}, men Stödpunkt har nu PostgreSQL ${major}. ` +
      'Läs tillbaka en säkerhetskopia i en ny datakatalog, eller ange en egen server i DATABASE_URL.',
  )
}

/** Root may have restored the files as itself or run as another user before. The folder is last: its owner marks completion. */
function changeOwner(clusterDir: string, { owner }: Account, log: Log) {
  const uid = statSync(clusterDir, { throwIfNoEntry: false })?.uid
  if (uid === undefined || uid === owner.uid) return
  if (process.getuid?.() !== 0) {
    throw new StartError(`${clusterDir} tillhör en annan användare (uid ${uid}). Starta Stödpunkt som den användaren.`)
  }
  log('warn', { from: uid, to: owner.uid }, 'the cluster changes owner')
  for (const name of readdirSync(clusterDir, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(clusterDir, name), owner.uid, owner.gid)
  }
  lchownSync(clusterDir, owner.uid, owner.gid)
}
