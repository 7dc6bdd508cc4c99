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
 * A 0700 folder of the account for the server's socket, emptied of an earlier run's: in the data folder, else (its path
 * is too long for a socket) in a temporary folder under a name made from that path. Throws StartError.
 */
export function openSocketDirectory(dataDir: string, account: Account): string {
  const name = `stodpunkt-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const places = [join(dataDir, layout.socket), join(tmpdir(), name), join('/tmp', name)]
  rmSync(join(dataDir, layout.socket), { recursive: true, force: true })
  const place = places.find((path) => isShort(path) && isOurs(path, account))
  if (!place) {
    throw new StartError(
      `Det finns ingen säker katalog för databasens socket: ${places.slice(1).join(' och ')} är för långa, går inte att nå ` +
        'eller tillhör någon annan. Ta bort dem, eller ange en kortare DATA_DIR.',
    )
  }
  for (const entry of readdirSync(place)) rmSync(join(place, entry))
  return place
}

const isShort = (path: string) => Buffer.byteLength(join(path, socketFile)) <= SUN_PATH_BYTES

/** Anyone may have made a folder in /tmp first: it is used only if it is a true folder, 0700 and the account's. */
function isOurs(path: string, account: Account) {
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
