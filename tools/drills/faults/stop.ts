import { setTimeout as wait } from 'node:timers/promises'
import { followLive } from '../../support/live-client.ts'
import { type Drill, judge, untilRecovered } from '../support/drill.ts'
import { startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'
import { stopWithWaiting } from '../support/waiting-connections.ts'

const DRAIN_MS = 10_000
const WAITING = 120

/**
 * SIGTERM while rows are written, a live stream is open and connections wait to be accepted: pending requests and those
 * in the accept queue are answered, then the program exits with 0.
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
      await stage.restart()
      await untilRecovered(stage.product.url, load)
      const recoveryMs = performance.now() - startedAt
      await live.close()
      await load.stop()
      const faults = [
        ...(code === 0 ? [] : [`exited with ${code}`]),
        ...(drainMs <= DRAIN_MS ? [] : [`drained for ${drainMs} ms`]),
        ...(reset === 0 ? [] : [`${reset} of ${WAITING} waiting connections were reset`]),
      ]
      const injected = `SIGTERM, exited after ${drainMs} ms, ${answered} of ${WAITING} waiting connections answered`
      return await judge({ injected, loads: [load], superuser: await stage.superuser(), recoveryMs, faults })
    } finally {
      await stage.clear()
    }
  },
}
