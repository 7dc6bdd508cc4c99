import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { DISK_IS_FULL, saysDiskFull } from '../disk-full.ts'
import { StartError } from '../start-error.ts'
import { type LogLevel, layout, type Plan, SOCKET_PORT, type WatchdogMessage } from './watchdog-protocol.ts'

export type Logger = Record<LogLevel, (fields: object, message: string) => void>
export type Connection = { host: string; user: string; database: string; port: number }
export type GuardedServer = {
  connection: Connection
  pid: number
  /** Resolves with the reason when the server or its watchdog has ended, also after stop(). */
  ended: Promise<Error>
  /** Stops the server and waits for it; may be called again. */
  stop: () => Promise<void>
}

const NO_PROGRESS_SECONDS = 15
const RECOVERY_SECONDS = 600

/** Starts a server under its own watchdog process and waits until it answers; `signal` stops it. Throws StartError. */
export async function startGuardedServer(plan: Plan, log: Logger, signal?: AbortSignal): Promise<GuardedServer> {
  const watchdog = spawnWatchdog(plan, log)
  signal?.addEventListener('abort', () => void watchdog.stop(), { once: true })
  try {
    const { pid, socketDir } = await orEnd(watchdog.started, watchdog.ended)
    const connection = { host: socketDir, user: 'postgres', database: 'postgres', port: SOCKET_PORT }
    await untilReady(connection, watchdog.ended, log)
    return { connection, pid, ended: watchdog.ended, stop: watchdog.stop }
  } catch (error) {
    await watchdog.stop()
    throw error
  }
}

function spawnWatchdog(plan: Plan, log: Logger) {
  const compileCache = getCompileCacheDir()
  const child = spawn(process.execPath, [fileURLToPath(new URL('./watchdog.ts', import.meta.url))], {
    cwd: '/',
    env: {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      ...(process.env.TMPDIR && { TMPDIR: process.env.TMPDIR }),
      ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
    },
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let cause: Error | undefined
  const ended = new Promise<Error>((resolve) => {
    child.once('error', resolve)
    // The last message may arrive after the exit, but not after the disconnect.
    void Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(([[code, signal]]) =>
      resolve(cause ?? new Error(`the watchdog ended (${signal ?? code})`)),
    )
  })
  const started = new Promise<{ pid: number; socketDir: string }>((resolve) => {
    child.on('message', (message: WatchdogMessage) => {
      if (message.kind === 'started') resolve(message)
      else if (message.kind === 'log') log[message.level](message.fields, message.message)
      else cause = errorOf(message, plan)
    })
  })
  child.send(plan, () => {})

  return {
    started,
    ended,
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

function errorOf(message: Extract<WatchdogMessage, { kind: 'refused' | 'died' | 'failed' }>, { dataDir }: Plan) {
  switch (message.kind) {
    case 'refused':
      return new StartError(message.message)
    case 'died': {
      if (saysDiskFull(message.logTail)) return new StartError(DISK_IS_FULL)
      const path = join(dataDir, layout.log)
      return new StartError(`PostgreSQL avslutades (${message.reason}). Sist i ${path}:\n${message.logTail}`)
    }
    case 'failed':
      return new Error(message.reason)
  }
}

async function orEnd<T>(result: Promise<T>, ended: Promise<Error>) {
  return Promise.race([
    result,
    ended.then((error) => {
      throw error
    }),
  ])
}

/** Waits until a query succeeds. Crash recovery may take minutes, as the server reports it; no report for 15 s is a failure. */
async function untilReady(connection: Connection, ended: Promise<Error>, log: Logger) {
  const start = Date.now()
  let lastReport = start
  while (true) {
    const problem = await orEnd(tryQuery(connection), ended)
    if (!problem) return
    if (problem.code === '57P03') {
      if (lastReport === start) log.info({}, 'PostgreSQL is starting, or recovering from a crash')
      lastReport = Date.now()
    }
    const isTooLate =
      Date.now() - lastReport > NO_PROGRESS_SECONDS * 1000 || Date.now() - start > RECOVERY_SECONDS * 1000
    if (isTooLate) throw new StartError(`PostgreSQL startade men svarar inte: ${problem.message}`)
    await delay(15)
  }
}

async function tryQuery(connection: Connection): Promise<(Error & { code?: string }) | undefined> {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    await client.end().catch(() => {})
  }
}
