import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { aSmallDisk, type SmallDisk } from '#shared/testing/small-disk.ts'
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
    const disk = aSmallDisk(SIZE)
    if (!disk) throw new Error('The tmpfs was not mounted')
    try {
      const stage = await setStage({ dataDir: join(disk.folder, 'data') })
      try {
        const load = await startLoad(stage.product.url)
        await wait(1000)
        // First rows are refused. Then the write-ahead log has no space either: PostgreSQL exits and cannot recover
        // yet.
        const superuser = await stage.superuser()
        const before = postmaster(stage.product.dataDir)
        setTimeout(() => void switchLog(superuser), (FULL_SECONDS * 1000) / 3)
        await fillWhile(disk, FULL_SECONDS)
        const refused = load.refusals.length
        disk.clear()
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
      disk.remove()
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

/** Fills the disk for `seconds`, including the blocks that the database frees meanwhile. */
async function fillWhile(disk: SmallDisk, seconds: number) {
  const deadline = Date.now() + seconds * 1000
  while (Date.now() < deadline) {
    disk.fill()
    await wait(20)
  }
}

function canMount() {
  const disk = aSmallDisk(SIZE)
  disk?.remove()
  return disk !== undefined
}
