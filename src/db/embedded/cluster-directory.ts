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
import { StartError } from '../start-error.ts'
import { type Account, commandAs } from './account.ts'
import type { Log } from './leftovers.ts'
import { layout, type Plan } from './watchdog-protocol.ts'

const temporary = `${layout.cluster}.tmp-`

/**
 * Makes `<dataDir>/postgres` ready to start: creates the cluster when there is none, and otherwise refuses one of
 * another major version or owner. Only ever a complete cluster bears the name. Throws StartError.
 */
export async function prepareClusterDirectory(plan: Plan, log: Log, letGo: AbortSignal) {
  const clusterDir = join(plan.dataDir, layout.cluster)
  removeKilledInits(plan.dataDir)
  takeOver(clusterDir, plan.account, log)
  if (isMissingOrEmpty(clusterDir)) await createCluster(plan, clusterDir, letGo)
  refuseOtherMajor(clusterDir, plan.major)
  chmodSync(clusterDir, 0o700)
}

function removeKilledInits(dataDir: string) {
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

async function createCluster(plan: Plan, clusterDir: string, letGo: AbortSignal) {
  const draft = join(plan.dataDir, temporary + randomBytes(6).toString('hex'))
  mkdirSync(draft, { mode: 0o700 })
  lchownSync(draft, plan.account.owner.uid, plan.account.owner.gid)
  const { file, args, options } = commandAs(plan.account, join(plan.binDir, 'initdb'), initArguments(plan, draft))
  try {
    // With a zone named it does not look through all there are for the machine's.
    await promisify(execFile)(file, args, { ...options, env: { ...options.env, TZ: 'UTC' }, signal: letGo })
  } catch (error) {
    rmSync(draft, { recursive: true, force: true, maxRetries: 5 })
    letGo.throwIfAborted()
    const cause = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new StartError(`Databasen gick inte att skapa i ${plan.dataDir}: ${cause}`)
  }
  renameSync(draft, clusterDir)
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

/** Root may have restored the files as itself, or run them as another user before; the folder goes last, as the mark. */
function takeOver(clusterDir: string, { owner }: Account, log: Log) {
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
