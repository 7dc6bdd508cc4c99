// A file system of a given size, for tests of a full disk. Mounting one needs root.
import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  folder: string
  /** Fills the free space, or `bytes` of it. Another call also fills space that has become free since. */
  fill: (bytes?: number) => void
  /** Frees the space that `fill` took. */
  clear: () => void
  remove: () => void
}

/** A tmpfs of `size` ('2m'); undefined where this process may not mount. */
export function aSmallDisk(size: string): SmallDisk | undefined {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stodpunkt-disk-')))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'tmpfs', folder])
  if (status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  chmodSync(folder, 0o711)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: (bytes = Number.POSITIVE_INFINITY) => appendBlocks(ballast, bytes),
    clear: () => rmSync(ballast, { force: true }),
    remove: () => {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const blocks = [1024 * 1024, 64 * 1024, 4096].map((bytes) => Buffer.alloc(bytes))

function appendBlocks(path: string, bytes: number) {
  const file = openSync(path, 'a')
  let left = bytes
  for (const block of blocks) {
    while (left >= block.length && isWritten(file, block)) left -= block.length
  }
  closeSync(file)
}

function isWritten(file: number, block: Buffer) {
  try {
    return writeSync(file, block) === block.length
  } catch {
    return false
  }
}
