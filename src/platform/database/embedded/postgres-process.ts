import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandAs } from './account.ts'
import { defaultDatabaseMemory, memorySettings } from './server-memory.ts'
import { layout, type Plan, SOCKET_PORT } from './watchdog-protocol.ts'

const FAST_SECONDS = 30
const IMMEDIATE_SECONDS = 10

/** Starts the server on the Unix socket only; its output is appended to `logDescriptor`. */
export function startPostgres(plan: Plan, socketDir: string, logDescriptor: number) {
  const cluster = join(plan.dataDir, layout.cluster)
  const settings = Object.entries(serverSettings(plan, socketDir)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const { file, args, options } = commandAs(plan.account, join(plan.binDir, 'postgres'), ['-D', cluster, ...settings])
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', logDescriptor, logDescriptor] })
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  const endsWithin = (seconds: number) =>
    Promise.race([exited.then(() => true), delay(seconds * 1000, false, { ref: false })])

  return {
    pid: child.pid,
    exited,
    /** Fast shutdown; after 30 s an immediate one, which needs a recovery at the next start. Never kill -9. */
    async stop() {
      child.kill(plan.isDisposable ? 'SIGQUIT' : 'SIGINT')
      if (await endsWithin(FAST_SECONDS)) return
      child.kill('SIGQUIT')
      await endsWithin(IMMEDIATE_SECONDS)
    },
  }
}

function serverSettings({ isDisposable, memoryMib = defaultDatabaseMemory() }: Plan, socketDir: string) {
  const durable = isDisposable ? 'off' : 'on'
  return {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    port: SOCKET_PORT,
    // All test workers share a disposable server.
    max_connections: isDisposable ? 300 : 100,
    ...(isDisposable ? { shared_buffers: '64MB' } : memorySettings(memoryMib)),
    random_page_cost: 1.1,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_checkpoints: 'off',
    // Error messages of statements quote values; the program logs errors without them.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_line_prefix: '%m [%p] ',
    fsync: durable,
    full_page_writes: durable,
    synchronous_commit: durable,
  }
}
