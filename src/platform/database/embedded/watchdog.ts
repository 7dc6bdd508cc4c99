// A process between Node and PostgreSQL: it holds the lock of the data folder and runs the server once. When the IPC
// channel from Node closes, by stop() or because Node was killed, it stops PostgreSQL.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { StartError } from '../start-error.ts'
import { prepareClusterDirectory } from './cluster-directory.ts'
import { acquireDataLock } from './data-lock.ts'
import { type Log, stopLeftovers } from './leftovers.ts'
import { startPostgres } from './postgres-process.ts'
import { openServerLog } from './server-log.ts'
import { openSocketDirectory } from './socket-directory.ts'
import { layout, type Plan, type WatchdogMessage } from './watchdog-protocol.ts'

process.title = 'stodpunkt-watchdog'
process.umask(0o077)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const stop = new AbortController()
const stopSignal = stop.signal
process.once('disconnect', () => stop.abort())
process.once('message', (plan: Plan) => void runAndExit(plan))

async function runAndExit(plan: Plan) {
  try {
    process.chdir(plan.dataDir)
    const lock = await acquireDataLock(plan.dataDir, plan.ownerPid, stopSignal)
    try {
      await runServer(plan)
    } finally {
      if (plan.isDisposable) rmSync(plan.dataDir, { recursive: true, force: true, maxRetries: 5 })
      lock.release()
    }
  } catch (error) {
    if (error instanceof StartError) await send({ kind: 'refused', message: error.message })
    else if (!stopSignal.aborted) await send({ kind: 'failed', reason: inspect(error) })
  }
  process.exit()
}

async function runServer(plan: Plan) {
  await stopLeftovers(join(plan.dataDir, layout.cluster), log)
  await prepareClusterDirectory(plan, log, stopSignal)
  const socketDir = openSocketDirectory(plan.dataDir, plan.account)
  const serverLog = openServerLog(join(plan.dataDir, layout.log))
  stopSignal.throwIfAborted()
  const postgres = startPostgres(plan, socketDir, serverLog.descriptor)
  if (postgres.pid) await send({ kind: 'started', pid: postgres.pid, socketDir })
  const reason = await Promise.race([postgres.exited, aborted(stopSignal)])
  if (reason === undefined) await postgres.stop()
  else await send({ kind: 'died', reason, logTail: serverLog.tail() })
  serverLog.close()
  rmSync(socketDir, { recursive: true, force: true })
}

function aborted(signal: AbortSignal) {
  return new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

const log: Log = (level, fields, message) => void send({ kind: 'log', level, fields, message })

function send(message: WatchdogMessage) {
  return new Promise<void>((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
    else resolve()
  })
}
