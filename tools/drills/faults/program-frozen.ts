import { setTimeout as wait } from 'node:timers/promises'
import { followLive } from '../../support/live-client.ts'
import { type Drill, judge, untilRecovered } from '../support/drill.ts'
import { startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'

const FROZEN_SECONDS = 5

/** Stops the program (SIGSTOP), as a blocked event loop would: requests received meanwhile are answered afterwards, once. */
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
      const recoveryMs = await untilRecovered(stage.product.url, load)
      await load.stop()
      const faults = (await live.receivesEventAfter(load.comment)) ? [] : ['the live stream did not reconnect']
      await live.close()
      const injected = `program stopped for ${FROZEN_SECONDS} s`
      return await judge({ injected, loads: [load], superuser: await stage.superuser(), recoveryMs, faults })
    } finally {
      stage.product.process.kill('SIGCONT')
      await stage.clear()
    }
  },
}
