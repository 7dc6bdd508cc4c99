import { setTimeout as wait } from 'node:timers/promises'
import { followLive } from '../../support/live-client.ts'
import { type Drill, judge, untilWell } from '../support/drill.ts'
import { startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'
import { stopWithWaiting } from '../support/waiting-connections.ts'

const DRAIN_MS = 10_000

const WAITING = 120

/**
 * SIGTERM while rows are written, a live stream is open and connections wait to be accepted: what is under way and what
 * waits is answered, then it ends with 0.
 */
export const stop: Drill = {
  name: 'stop',
  async run({ random }) {
    const stage = await setStage()
    try {
      const load = await startLoad(stage.product.url, { writers: 8 })
      const live = followLive(`${stage.product.url}/api/live`, load.client.signIn)
      await wait(500 + random() * 1000)
      const stoppedAt = performance.now()
      const { reset, answered } = await stopWithWaiting(stage.product, WAITING)
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
        ...(reset === 0 ? [] : [`${reset} of ${WAITING} waiting connections were reset`]),
      ]
      const done = `SIGTERM, gone after ${drainMs} ms, ${answered} of ${WAITING} waiting connections answered`
      return await judge({ done, loads: [load], superuser: await stage.superuser(), wellAgainMs, faults })
    } finally {
      await stage.clear()
    }
  },
}
