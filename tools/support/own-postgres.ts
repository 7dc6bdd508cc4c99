import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { chooseAccount } from '#platform/database/embedded/account.ts'
import { startGuardedServer } from '#platform/database/embedded/guarded-server.ts'
import { findNativeFolder, postgresMajor, repairLibraryLinks } from '#platform/database/embedded/native-binaries.ts'
import { layout, SOCKET_PORT } from '#platform/database/embedded/watchdog-protocol.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { findExternalBindir } from '#platform/database/testing/cluster.ts'
import { temporaryDataDir } from './product.ts'

const LOGIN = 'stodpunkt'

export type OwnPostgres = {
  major: number
  /** Its log file. */
  logPath: string
  /** Path of its Unix socket. */
  path: string
  /** DATABASE_URL over the socket, or over TCP on this machine. */
  url(tcpPort?: number): string
  pid(): number
  superuser: pg.ClientConfig
  start(): Promise<void>
  /** Stops it as an administrator does (fast shutdown). */
  stop(): Promise<void>
  remove(): Promise<void>
}

type Options = { command?: string[]; memoryMib?: number | undefined }

/**
 * A durable server in addition to the product's: the installed one, otherwise the embedded binaries. `command` is
 * prefixed to its command line; `memoryMib` is as DATABASE_MEMORY_MB.
 */
export async function startOwnPostgres({ command = [], memoryMib }: Options = {}): Promise<OwnPostgres> {
  const native = findNativeFolder()
  repairLibraryLinks(native)
  const binDir = findExternalBindir() ?? join(native, 'bin')
  const folder = temporaryDataDir()
  mkdirSync(folder.path, { mode: 0o711 })
  const account = chooseAccount(binDir, [folder.path])
  const plan = {
    dataDir: folder.path,
    binDir,
    major: postgresMajor(binDir),
    ownerPid: process.pid,
    isDisposable: false,
    memoryMib,
    account: { ...account, prefix: [...command, ...account.prefix] },
  }
  const quiet = { info() {}, warn() {}, error() {} }
  let server = await startGuardedServer(plan, quiet)
  const { host } = server.connection
  const superuser = { ...server.connection, database: LOGIN }
  const client = new pg.Client(server.connection)
  await client.connect()
  await prepareDatabase(client, { login: LOGIN, database: LOGIN })
  await client.end()
  return {
    major: plan.major,
    logPath: join(folder.path, layout.log),
    path: join(host, `.s.PGSQL.${SOCKET_PORT}`),
    url: (tcpPort) =>
      tcpPort
        ? `postgres://${LOGIN}@127.0.0.1:${tcpPort}/${LOGIN}`
        : `postgres://${LOGIN}@localhost:${SOCKET_PORT}/${LOGIN}?host=${encodeURIComponent(host)}`,
    pid: () => server.pid,
    superuser,
    start: async () => {
      server = await startGuardedServer(plan, quiet)
    },
    stop: () => server.stop(),
    remove: async () => {
      await server.stop()
      folder.remove()
    },
  }
}
