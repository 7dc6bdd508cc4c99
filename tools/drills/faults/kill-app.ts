import { setTimeout as wait } from 'node:timers/promises'
import { type Drill, judge, untilWell } from '../support/drill.ts'
import { type Load, startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'

/** kill -9 of the program at moments of the seed; started again as a service manager would. */
export const killApp: Drill = {
  name: 'kill-app',
  async run({ rounds, random }) {
    const stage = await setStage()
    const loads: Load[] = []
    let wellAgainMs = 0
    try {
      for (let round = 0; round < rounds.app; round++) {
        const load = await startLoad(stage.product.url)
        loads.push(load)
        await wait(150 + random() * 1350)
        stage.product.process.kill('SIGKILL')
        const killedAt = performance.now()
        await stage.product.ended
        await stage.startAgain()
        await untilWell(stage.product.url, load)
        wellAgainMs = Math.max(wellAgainMs, performance.now() - killedAt)
        await load.stop()
      }
      return await judge({ done: `killed ${rounds.app} times`, loads, superuser: await stage.superuser(), wellAgainMs })
    } finally {
      await stage.clear()
    }
  },
}
