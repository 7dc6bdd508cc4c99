import { setTimeout as wait } from 'node:timers/promises'
import { followLive } from '../../support/live-client.ts'
import { type Drill, judge, untilWell } from '../support/drill.ts'
import { startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'

const FROZEN_SECONDS = 5

/** The program itself stands still (SIGSTOP), as with a blocked event loop: what came meanwhile is answered afterwards, once. */
export const frozen: Drill = {
  name: 'frozen',
  async run() {
    const stage = await setStage()
    try {
      const load = await startLoad(stage.product.url)
      const live = followLive(`${stage.product.url}/api/live`, load.client.signIn)
      await wait(1000)
      stage.product.process.kill('SIGSTOP')
      await wait(FROZEN_SECONDS * 1000)
      stage.product.process.kill('SIGCONT')
      const wellAgainMs = await untilWell(stage.product.url, load)
      await load.stop()
      const faults = (await live.isToldAfter(load.comment)) ? [] : ['the live stream did not come back']
      await live.leave()
      const done = `program stood still for ${FROZEN_SECONDS} s`
      return await judge({ done, loads: [load], superuser: await stage.superuser(), wellAgainMs, faults })
    } finally {
      stage.product.process.kill('SIGCONT')
      await stage.clear()
    }
  },
}
