import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { type Account, canEnter } from './account.ts'
import { layout, SOCKET_PORT } from './watchdog-protocol.ts'

const SUN_PATH_BYTES = 107
const socketFile = `.s.PGSQL.${SOCKET_PORT}`

/**
 * An empty 0700 folder of the account for the server's socket: in the data folder, or, when that path is too long for a
 * socket, a temporary folder named after its hash. Throws StartError.
 */
export function openSocketDirectory(dataDir: string, account: Account): string {
  const name = `stodpunkt-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const candidates = [join(dataDir, layout.socket), join(tmpdir(), name), join('/tmp', name)]
  rmSync(join(dataDir, layout.socket), { recursive: true, force: true })
  const folder = candidates.find((path) => isShort(path) && isPrivateTo(path, account))
  if (!folder) {
    throw new StartError(
      `Det finns ingen säker katalog för databasens socket: ${candidates.slice(1).join(' och ')} är för långa, går inte att nå ` +
        'eller tillhör någon annan. Ta bort dem, eller ange en kortare DATA_DIR.',
    )
  }
  for (const entry of readdirSync(folder)) rmSync(join(folder, entry))
  return folder
}

const isShort = (path: string) => Buffer.byteLength(join(path, socketFile)) <= SUN_PATH_BYTES

/** Another user may have created the folder in /tmp: it must be a directory, not a link, with mode 0700 and our owner. */
function isPrivateTo(path: string, account: Account) {
  const { uid, gid } = account.owner
  try {
    mkdirSync(path, { mode: 0o700 })
    chownSync(path, uid, gid)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return false
  }
  const entry = lstatSync(path)
  const isPrivate = entry.isDirectory() && entry.uid === uid && (entry.mode & 0o077) === 0
  return isPrivate && canEnter(account, path)
}
