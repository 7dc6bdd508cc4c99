// A file system of a given size, to test what happens when it is full. Mounting one needs root.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = { folder: string; remove: () => void }

/** A tmpfs of `size` ('2m'); undefined where this process may not mount. */
export function aSmallDisk(size: string): SmallDisk | undefined {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stodpunkt-disk-')))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'tmpfs', folder])
  if (status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  chmodSync(folder, 0o711)
  return {
    folder,
    remove: () => {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
