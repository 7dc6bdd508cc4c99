import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from '#platform/database/embedded/data-lock.ts'
import { type Drill, judge, untilRecovered } from '../support/drill.ts'
import { type Load, startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'

/** The supervisor gives up after five crashes within a minute each; a restart of the program resets its count. */
const CRASHES_PER_PROCESS = 4

/** kill -9 of PostgreSQL at seeded random moments; the program's supervisor must restart it. */
export const killDatabase: Drill = {
  name: 'kill-database',
  async run({ rounds, random }) {
    const stage = await setStage()
    const loads: Load[] = []
    let recoveryMs = 0
    try {
      for (let round = 0; round < rounds.database; round++) {
        if (round > 0 && round % CRASHES_PER_PROCESS === 0) {
          await stage.product.stop()
          await stage.restart()
        }
        const load = await startLoad(stage.product.url)
        loads.push(load)
        await wait(150 + random() * 1350)
        const pid = Number(readFileSync(join(stage.product.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
        process.kill(pid, 'SIGKILL')
        while (isAlive(pid)) await wait(5)
        recoveryMs = Math.max(recoveryMs, await untilRecovered(stage.product.url, load))
        await load.stop()
      }
      const injected = `killed ${rounds.database} times`
      return await judge({ injected, loads, superuser: await stage.superuser(), recoveryMs })
    } finally {
      await stage.clear()
    }
  },
}
