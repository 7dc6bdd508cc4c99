import { setTimeout as wait } from 'node:timers/promises'
import { startRelay } from '#platform/http/testing/relay.ts'
import { followLive } from '../../support/live-client.ts'
import { startOwnPostgres } from '../../support/own-postgres.ts'
import { type Drill, judge, untilRecovered } from '../support/drill.ts'
import { startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'

const BLACKHOLE_SECONDS = 10

/** A relay between program and database drops all bytes without closing the connections. */
export const blackhole: Drill = {
  name: 'network-blackhole',
  async run() {
    const own = await startOwnPostgres()
    const relay = await startRelay({ path: own.path })
    try {
      const stage = await setStage({ environment: { DATABASE_URL: own.url(relay.port) } })
      try {
        const { url } = stage.product
        const load = await startLoad(url)
        const live = followLive(`${url}/api/live`, load.client.signIn)
        await wait(1000)
        relay.mute(true)
        await wait(BLACKHOLE_SECONDS * 1000)
        relay.mute(false)
        const recoveryMs = await untilRecovered(url, load)
        await load.stop()
        const faults = (await live.receivesEventAfter(load.comment)) ? [] : ['the live stream did not reconnect']
        await live.close()
        const injected = `all bytes dropped for ${BLACKHOLE_SECONDS} s (PostgreSQL ${own.major})`
        return await judge({ injected, loads: [load], superuser: own.superuser, recoveryMs, faults })
      } finally {
        await stage.clear()
      }
    } finally {
      relay.stop()
      await own.remove()
    }
  },
}
