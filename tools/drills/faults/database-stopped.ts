import { setTimeout as wait } from 'node:timers/promises'
import { type OwnPostgres, startOwnPostgres } from '../../support/own-postgres.ts'
import { type Drill, judge, signalTree, untilWell } from '../support/drill.ts'
import { startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'

type Way = {
  name: string
  done: string
  leave: (own: OwnPostgres) => Promise<void>
  comeBack: (own: OwnPostgres) => Promise<void>
}

const away = ({ name, done, leave, comeBack }: Way): Drill => ({
  name,
  async run({ seconds }) {
    const own = await startOwnPostgres()
    try {
      const stage = await setStage({ environment: { DATABASE_URL: own.url() } })
      try {
        const load = await startLoad(stage.product.url)
        await wait(1000)
        await leave(own)
        await wait(seconds * 1000)
        await comeBack(own)
        const wellAgainMs = await untilWell(stage.product.url, load)
        await load.stop()
        const what = `${done} for ${seconds} s (PostgreSQL ${own.major})`
        return await judge({ done: what, loads: [load], superuser: own.superuser, wellAgainMs })
      } finally {
        await stage.clear()
      }
    } finally {
      signalTree(own.pid(), 'SIGCONT')
      await own.remove()
    }
  },
})

/** It hangs: connections stand, nobody answers. */
export const databaseFrozen = away({
  name: 'database-frozen',
  done: 'SIGSTOP to all of PostgreSQL',
  leave: async (own) => signalTree(own.pid(), 'SIGSTOP'),
  comeBack: async (own) => signalTree(own.pid(), 'SIGCONT'),
})

/** An administrator stops it, and starts it again. */
export const databaseStopped = away({
  name: 'database-stopped',
  done: 'stopped and started',
  leave: (own) => own.stop(),
  comeBack: (own) => own.start(),
})
