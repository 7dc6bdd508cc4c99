import { setTimeout as wait } from 'node:timers/promises'
import { type Drill, judge, untilRecovered } from '../support/drill.ts'
import { type Load, startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'

/** kill -9 of the program at seeded random moments, then a restart as by a service manager. */
export const killApp: Drill = {
  name: 'kill-app',
  async run({ rounds, random }) {
    const stage = await setStage()
    const loads: Load[] = []
    let recoveryMs = 0
    try {
      for (let round = 0; round < rounds.app; round++) {
        const load = await startLoad(stage.product.url)
        loads.push(load)
        await wait(150 + random() * 1350)
        stage.product.process.kill('SIGKILL')
        const killedAt = performance.now()
        await stage.product.ended
        await stage.restart()
        await untilRecovered(stage.product.url, load)
        recoveryMs = Math.max(recoveryMs, performance.now() - killedAt)
        await load.stop()
      }
      return await judge({
        injected: `killed ${rounds.app} times`,
        loads,
        superuser: await stage.superuser(),
        recoveryMs,
      })
    } finally {
      await stage.clear()
    }
  },
}
