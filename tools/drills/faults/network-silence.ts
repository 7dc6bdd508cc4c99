import { setTimeout as wait } from 'node:timers/promises'
import { startRelay } from '#lib/server/testing/relay.ts'
import { followLive } from '../../support/live-client.ts'
import { startOwnPostgres } from '../../support/own-postgres.ts'
import { type Drill, judge, untilWell } from '../support/drill.ts'
import { startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'

const SILENT_SECONDS = 10

/** A relay between program and database takes every byte and passes none on; nobody says goodbye. */
export const silence: Drill = {
  name: 'silence',
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
        await wait(SILENT_SECONDS * 1000)
        relay.mute(false)
        const wellAgainMs = await untilWell(url, load)
        await load.stop()
        const faults = (await live.isToldAfter(load.comment)) ? [] : ['the live stream did not come back']
        await live.leave()
        const done = `relay mute for ${SILENT_SECONDS} s (PostgreSQL ${own.major})`
        return await judge({ done, loads: [load], superuser: own.superuser, wellAgainMs, faults })
      } finally {
        await stage.clear()
      }
    } finally {
      relay.stop()
      await own.remove()
    }
  },
}
