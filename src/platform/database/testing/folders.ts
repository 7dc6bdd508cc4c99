import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** In memory where there is space: dozens of clusters on disk are slow, and Docker's /dev/shm has only 64 MB. */
const base = ['/dev/shm', tmpdir()].find(hasSpace) ?? tmpdir()

function hasSpace(folder: string) {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 1e9
}

/** Creates an empty folder that the server's account may enter. */
export function makeFolder(mode = 0o711, parent = base) {
  const folder = realpathSync(mkdtempSync(join(parent, 'stodpunkt-embedded-')))
  chmodSync(folder, mode)
  return folder
}

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** Keeps the owners of files, as the server runs as another account when root runs the tests. */
export const copyFolder = (from: string, to: string) => execFileSync('cp', ['-a', from, to], { stdio: 'inherit' })
