import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type Drill, judge, query, untilRecovered } from '../support/drill.ts'
import { startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'

const SIZE = '256m'
const FULL_SECONDS = 15

/** The data folder on a small file system that fills up while rows are written. */
export const diskFull: Drill = {
  name: 'disk-full',
  unavailable: () => (process.getuid?.() === 0 && canMount() ? undefined : 'mounting a tmpfs needs root'),
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-disk-'))
    mount(folder)
    try {
      const stage = await setStage({ dataDir: join(folder, 'data') })
      try {
        const load = await startLoad(stage.product.url)
        await wait(1000)
        const ballast = join(folder, 'ballast')
        // First rows are refused; then the write-ahead log has no space either: PostgreSQL exits and cannot recover yet.
        const superuser = await stage.superuser()
        const before = postmaster(stage.product.dataDir)
        setTimeout(() => void switchLog(superuser), (FULL_SECONDS * 1000) / 3)
        await fillWhile(ballast, FULL_SECONDS)
        const refused = load.refusals.length
        rmSync(ballast)
        const hasExited = stage.product.process.exitCode !== null
        const faults = hasExited ? ['the program exited'] : []
        if (refused === 0) faults.push('nothing was refused: the disk never became full')
        if (hasExited) await stage.restart()
        const recoveryMs = await untilRecovered(stage.product.url, load)
        await load.stop()
        if (postmaster(stage.product.dataDir) === before) faults.push('PostgreSQL never exited')
        const injected = `${SIZE} tmpfs full for ${FULL_SECONDS} s, the write-ahead log too`
        return await judge({ injected, loads: [load], superuser: await stage.superuser(), recoveryMs, faults })
      } finally {
        await stage.clear()
      }
    } finally {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const postmaster = (dataDir: string) => readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]

async function switchLog(superuser: pg.ClientConfig) {
  for (let segment = 0; segment < 20; segment++) {
    const text = `select pg_logical_emit_message(false, 'drill', repeat('x', 1000000)), pg_switch_wal()`
    if (!(await query(superuser, text).catch(() => undefined))) return
  }
}

/** Keeps filling the disk for `seconds`, also with blocks that the database frees meanwhile. */
async function fillWhile(path: string, seconds: number) {
  const file = openSync(path, 'w')
  const blocks = [1024 * 1024, 64 * 1024, 4096].map((bytes) => Buffer.alloc(bytes))
  const deadline = Date.now() + seconds * 1000
  while (Date.now() < deadline) {
    for (const block of blocks) while (isWritten(file, block));
    await wait(20)
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

function mount(folder: string) {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=711`, 'tmpfs', folder])
  if (status === 0) chmodSync(folder, 0o711)
  return status === 0
}

function canMount() {
  const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-mount-'))
  const isMounted = mount(folder)
  if (isMounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  return isMounted
}
