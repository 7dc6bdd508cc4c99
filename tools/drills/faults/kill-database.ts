import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from '#db/embedded/data-lock.ts'
import { type Drill, judge, untilWell } from '../support/drill.ts'
import { type Load, startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'

/** The supervisor gives up after five deaths without a steady minute: then a new process counts afresh. */
const DEATHS_OF_A_PROCESS = 4

/** kill -9 of PostgreSQL at moments of the seed; nobody starts it again. */
export const killDatabase: Drill = {
  name: 'kill-database',
  async run({ rounds, random }) {
    const stage = await setStage()
    const loads: Load[] = []
    let wellAgainMs = 0
    try {
      for (let round = 0; round < rounds.database; round++) {
        if (round > 0 && round % DEATHS_OF_A_PROCESS === 0) {
          await stage.product.stop()
          await stage.startAgain()
        }
        const load = await startLoad(stage.product.url)
        loads.push(load)
        await wait(150 + random() * 1350)
        const pid = Number(readFileSync(join(stage.product.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
        process.kill(pid, 'SIGKILL')
        while (isAlive(pid)) await wait(5)
        wellAgainMs = Math.max(wellAgainMs, await untilWell(stage.product.url, load))
        await load.stop()
      }
      const done = `killed ${rounds.database} times`
      return await judge({ done, loads, superuser: await stage.superuser(), wellAgainMs })
    } finally {
      await stage.clear()
    }
  },
}
