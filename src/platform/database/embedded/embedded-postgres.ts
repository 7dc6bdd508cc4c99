import { readFileSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DISK_IS_FULL, saysDiskFull } from '../disk-full.ts'
import { StartError } from '../start-error.ts'
import { chooseAccount } from './account.ts'
import { makeDataFolder } from './data-folder.ts'
import { type Connection, type GuardedServer, type Logger, startGuardedServer } from './guarded-server.ts'
import { findNativeFolder, postgresMajor, repairLibraryLinks } from './native-binaries.ts'
import { layout, type Plan } from './watchdog-protocol.ts'

export type EmbeddedPostgres = {
  /** Connection settings of the superuser, over the socket. The same after a restart. */
  connection: Connection
  /** The postmaster's process id; undefined while the server is down. */
  pid: () => number | undefined
  /** The error to report for failed work: a full disk may be the cause of a lost connection. */
  explain: (error: unknown) => unknown
  /** Stops the server (fast shutdown; at most 40 s) and releases the data folder. May be called again. */
  stop: () => Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Created when missing. The cluster is in `<dataDir>/postgres`, its log in `<dataDir>/postgres.log`. */
  dataDir: string
  /** Memory limit of the server; by default a share of the machine's memory. */
  memoryMib?: number | undefined
  log: Logger
  /** The server ended unexpectedly (`down`) or was restarted (`up`). Not called for the first start or stop(). */
  onStatus?: (status: 'up' | 'down') => void
  /** The server could not be restarted; the program should exit. */
  onFatal?: (error: Error) => void
}

const MAX_FAILURES = 5
const STABLE_SECONDS = 60
const FIRST_DELAY_MS = 100
const MAX_DELAY_MS = 2000
/** Two segments of the write-ahead log: with less PostgreSQL cannot recover. */
const NEEDED_BYTES = 32 * 1024 * 1024

/** Starts the bundled PostgreSQL and restarts it when it ends. Throws StartError with a message for the operator. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, onStatus, onFatal } = options
  const plan = makePlan(options)
  const stopping = new AbortController()
  let server: GuardedServer | undefined
  let stopped: Promise<unknown> | undefined

  const supervise = async (first: GuardedServer) => {
    let failures = 0
    server = first
    for (let current = first; ; ) {
      const upSince = Date.now()
      const error = await current.ended
      server = undefined
      if (stopping.signal.aborted) return
      log.error({ err: error }, 'PostgreSQL is down')
      onStatus?.('down')
      if (Date.now() - upSince > STABLE_SECONDS * 1000) failures = 0
      if (failures >= MAX_FAILURES && !isDiskFull(plan.dataDir)) throw error
      const next = await restart(plan, log, failures, stopping.signal)
      failures = next.failures
      current = next.server
      server = current
      log.info({ postmaster: current.pid }, 'PostgreSQL is running again')
      onStatus?.('up')
    }
  }

  const first = await startGuardedServer(plan, log)
  const logPath = join(plan.dataDir, layout.log)
  const logStart = statSync(logPath).size
  log.info({ postmaster: first.pid, dataDir: plan.dataDir }, 'PostgreSQL is running')
  const supervising = supervise(first).catch((error) => {
    if (!stopping.signal.aborted) onFatal?.(error)
  })
  return {
    connection: first.connection,
    pid: () => server?.pid,
    explain: (error) => {
      const hasFilledDisk = () => saysDiskFull(readFileSync(logPath).subarray(logStart).toString())
      return !(error instanceof StartError) && hasFilledDisk() ? new StartError(DISK_IS_FULL, { cause: error }) : error
    },
    stop: async () => {
      stopping.abort()
      stopped ??= Promise.all([server?.stop(), supervising])
      await stopped
    },
  }
}

/** Retries after 0.1, 0.2, 0.4 … s, without limit while the disk is full; `signal` stops the server or its start. Throws the last error. */
async function restart(plan: Plan, log: Logger, earlierFailures: number, signal: AbortSignal) {
  for (let failures = earlierFailures + 1; ; failures += 1) {
    await delay(Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS), undefined, { signal })
    try {
      return { server: await startGuardedServer(plan, log, signal), failures }
    } catch (error) {
      signal.throwIfAborted()
      log.error({ err: error, failures }, 'PostgreSQL did not start again')
      if (failures < MAX_FAILURES) continue
      if (!isDiskFull(plan.dataDir)) throw error
      failures = MAX_FAILURES - 1 // retried until there is disk space
    }
  }
}

function isDiskFull(folder: string) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < NEEDED_BYTES
  } catch {
    return false
  }
}

function makePlan({ dataDir: folder, memoryMib }: EmbeddedPostgresOptions): Plan {
  const native = findNativeFolder()
  repairLibraryLinks(native)
  const binDir = join(native, 'bin')
  const major = postgresMajor(binDir)
  const dataDir = makeDataFolder(folder)
  const account = chooseAccount(binDir, [dataDir])
  return { dataDir, binDir, major, account, ownerPid: process.pid, isDisposable: false, memoryMib }
}
