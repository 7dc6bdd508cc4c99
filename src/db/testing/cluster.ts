import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseAccount } from '../embedded/account.ts'
import { startGuardedServer } from '../embedded/guarded-server.ts'
import { findNativeFolder, postgresMajor, repairLibraryLinks } from '../embedded/native-binaries.ts'

export type ThrowawayCluster = {
  /** The folder of the socket. */
  host: string
  user: 'postgres'
  port: number
  /** The server's major version. */
  version: number
  /** Ends the server and removes its files; both happen by themselves when this process is killed. */
  stop: () => Promise<void>
}

/** A new, empty server that syncs nothing to disk: the embedded 18, or the one whose binaries are in `bindir`. */
export async function startThrowawayCluster({
  bindir = embeddedBindir(),
}: {
  bindir?: string | undefined
} = {}): Promise<ThrowawayCluster> {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'stodpunkt-test-')))
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711)
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
 * The binaries of a server installed on the machine: TEST_PG_BINDIR, else the lowest major from `minMajor` on that
 * `pg_config` or Debian's folders name, as it is the oldest server that is the strictest judge.
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
