import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** In memory where there is room: dozens of clusters that sync to disk are slow, and Docker's /dev/shm is 64 MB. */
const base = ['/dev/shm', tmpdir()].find(hasRoom) ?? tmpdir()

function hasRoom(folder: string) {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 1e9
}

/** An empty folder; by its mode the server's own account may pass through it. */
export function makeFolder(mode = 0o711, parent = base) {
  const folder = realpathSync(mkdtempSync(join(parent, 'stodpunkt-embedded-')))
  chmodSync(folder, mode)
  return folder
}

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** With the owners of its files: the server's account is another when root runs this. */
export const copyFolder = (from: string, to: string) => execFileSync('cp', ['-a', from, to], { stdio: 'inherit' })
