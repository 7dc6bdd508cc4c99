import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Drill, judge, untilRecovered } from '../support/drill.ts'
import { startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'

const LOCKED_SECONDS = 10
/** Twice as many as the program has connections. */
const WRITERS = 32

/** Locks the rows that every writer needs: all pooled connections wait, and more requests arrive. */
export const locked: Drill = {
  name: 'locked',
  async run() {
    const stage = await setStage()
    try {
      const load = await startLoad(stage.product.url, { writers: WRITERS })
      await wait(1000)
      const holder = new pg.Client(await stage.superuser())
      await holder.connect()
      await holder.query('begin')
      await holder.query('select from stodpunkt.customers for update')
      const slowestMs = await slowestHealth(stage.product.url, LOCKED_SECONDS)
      await holder.query('rollback')
      await holder.end()
      const recoveryMs = await untilRecovered(stage.product.url, load)
      await load.stop()
      const faults = slowestMs < 1000 ? [] : [`/healthz took ${slowestMs} ms`]
      if (load.refusals.length === 0) faults.push('nothing was refused')
      const injected = `rows locked for ${LOCKED_SECONDS} s, ${WRITERS} writers, /healthz in ${slowestMs} ms at most`
      return await judge({ injected, loads: [load], superuser: await stage.superuser(), recoveryMs, faults })
    } finally {
      await stage.clear()
    }
  },
}

async function slowestHealth(url: string, seconds: number) {
  const deadline = Date.now() + seconds * 1000
  let slowest = 0
  while (Date.now() < deadline) {
    const sentAt = performance.now()
    const answer = await fetch(`${url}/healthz`)
    await answer.body?.cancel()
    slowest = Math.max(slowest, answer.status === 200 ? performance.now() - sentAt : Number.POSITIVE_INFINITY)
    await wait(50)
  }
  return Math.round(slowest)
}
