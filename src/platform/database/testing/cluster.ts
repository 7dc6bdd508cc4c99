import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chooseAccount } from '../embedded/account.ts'
import { startGuardedServer } from '../embedded/guarded-server.ts'
import { findNativeFolder, postgresMajor, repairLibraryLinks } from '../embedded/native-binaries.ts'
import { makeFolder } from './folders.ts'

export type ThrowawayCluster = {
  /** The folder of the socket. */
  host: string
  user: 'postgres'
  port: number
  /** The server's major version. */
  version: number
  /** Stops the server and removes its files, as its watchdog does when this process is killed. */
  stop: () => Promise<void>
}

/** Starts a new, empty server without fsync: the embedded one, or the one whose binaries are in `bindir`. */
export async function startThrowawayCluster({
  bindir = embeddedBindir(),
}: {
  bindir?: string | undefined
} = {}): Promise<ThrowawayCluster> {
  const dataDir = makeFolder()
  const account = chooseAccount(bindir, [dataDir])
  const version = postgresMajor(bindir)
  const plan = { dataDir, binDir: bindir, major: version, account, ownerPid: process.pid, isDisposable: true }
  const { connection, stop } = await startGuardedServer(plan, { info() {}, warn() {}, error() {} })
  return { host: connection.host, user: 'postgres', port: connection.port, version, stop }
}

function embeddedBindir() {
  const native = findNativeFolder()
  repairLibraryLinks(native)
  return join(native, 'bin')
}

/**
 * The binaries of an installed server: TEST_PG_BINDIR, else the lowest major version from `minMajor` that `pg_config` or
 * Debian's folders name, as the oldest server has the fewest features.
 */
export function findExternalBindir(minMajor = 15): string | undefined {
  if (process.env.TEST_PG_BINDIR) return process.env.TEST_PG_BINDIR
  const debian = '/usr/lib/postgresql'
  const folders = existsSync(debian) ? readdirSync(debian).map((major) => join(debian, major, 'bin')) : []
  const configured = spawnSync('/usr/bin/env', ['pg_config', '--bindir'], { encoding: 'utf8' }).stdout?.trim()
  return [...folders, ...(configured ? [configured] : [])]
    .filter((folder) => ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))))
    .map((folder) => ({ folder, major: postgresMajor(folder) }))
    .filter(({ major }) => major >= minMajor)
    .sort((a, b) => a.major - b.major)[0]?.folder
}
