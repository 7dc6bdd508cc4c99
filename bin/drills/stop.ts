import { setTimeout as wait } from 'node:timers/promises'
import { type Drill, judge, untilWell } from '../testing/drill.ts'
import { followLive } from '../testing/live-client.ts'
import { startLoad } from '../testing/load.ts'
import { setStage } from '../testing/stage.ts'

const DRAIN_MS = 10_000

/** SIGTERM while rows are written and a live stream is open: what is under way is answered, then it ends with 0. */
export const stop: Drill = {
  name: 'stop',
  async run({ random }) {
    const stage = await setStage()
    try {
      const load = await startLoad(stage.product.url, { writers: 8 })
      const live = followLive(`${stage.product.url}/api/live`, load.client.signIn)
      await wait(500 + random() * 1000)
      const stoppedAt = performance.now()
      stage.product.process.kill('SIGTERM')
      const code = await stage.product.ended
      const drainMs = Math.round(performance.now() - stoppedAt)
      const startedAt = performance.now()
      await stage.startAgain()
      await untilWell(stage.product.url, load)
      const wellAgainMs = performance.now() - startedAt
      await live.leave()
      await load.stop()
      const faults = [
        ...(code === 0 ? [] : [`ended with ${code}`]),
        ...(drainMs <= DRAIN_MS ? [] : [`drained for ${drainMs} ms`]),
      ]
      const done = `SIGTERM, gone after ${drainMs} ms`
      return await judge({ done, loads: [load], superuser: await stage.superuser(), wellAgainMs, faults })
    } finally {
      await stage.clear()
    }
  },
}
