import { setTimeout as wait } from 'node:timers/promises'
import { type OwnPostgres, startOwnPostgres } from '../../support/own-postgres.ts'
import { type Drill, judge, signalTree, untilRecovered } from '../support/drill.ts'
import { startLoad } from '../support/load.ts'
import { setStage } from '../support/stage.ts'

type Outage = {
  name: string
  injected: string
  begin: (own: OwnPostgres) => Promise<void>
  end: (own: OwnPostgres) => Promise<void>
}

const outage = ({ name, injected, begin, end }: Outage): Drill => ({
  name,
  async run({ seconds }) {
    const own = await startOwnPostgres()
    try {
      const stage = await setStage({ environment: { DATABASE_URL: own.url() } })
      try {
        const load = await startLoad(stage.product.url)
        await wait(1000)
        await begin(own)
        await wait(seconds * 1000)
        await end(own)
        const recoveryMs = await untilRecovered(stage.product.url, load)
        await load.stop()
        const description = `${injected} for ${seconds} s (PostgreSQL ${own.major})`
        return await judge({ injected: description, loads: [load], superuser: own.superuser, recoveryMs })
      } finally {
        await stage.clear()
      }
    } finally {
      signalTree(own.pid(), 'SIGCONT')
      await own.remove()
    }
  },
})

/** PostgreSQL hangs: connections are open but get no response. */
export const databaseFrozen = outage({
  name: 'database-frozen',
  injected: 'SIGSTOP to all of PostgreSQL',
  begin: async (own) => signalTree(own.pid(), 'SIGSTOP'),
  end: async (own) => signalTree(own.pid(), 'SIGCONT'),
})

/** PostgreSQL is stopped as by an administrator, and started again. */
export const databaseStopped = outage({
  name: 'database-stopped',
  injected: 'stopped and started',
  begin: (own) => own.stop(),
  end: (own) => own.start(),
})
