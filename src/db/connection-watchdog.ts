// Notices a server that says nothing any more: a cable pulled, a machine that hangs. TCP alone would wait for minutes.
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const BEAT_MS = 250
const TOLERATED_DELAY_MS = 150

type Watched = {
  connection: pg.ClientConfig
  silenceMs: number
  /** Bytes that came over all connections so far: where something comes, nobody is silent. */
  bytesHeard: () => number
  onSilence: () => void
}

export type ConnectionWatchdog = {
  /** Runs work while the server is listened to; rejects it when the server falls silent, and at once while it is. */
  during<T>(work: (isGivenUp: () => boolean) => Promise<T>): Promise<T>
  stop(): void
}

class DatabaseSilent extends Error {
  readonly code = '08006'
  constructor() {
    super('the database does not answer')
  }
}

/** Asks over a connection of its own, four times a second, but only while there is work. */
export function openConnectionWatchdog({ connection, silenceMs, bytesHeard, onSilence }: Watched): ConnectionWatchdog {
  const underWay = new Set<(error: Error) => void>()
  let line: Line | undefined
  let isSilent = false
  let isBeating = false
  let isStopped = false

  async function beat() {
    isBeating = true
    await wait(BEAT_MS, undefined, { ref: false })
    while (!isStopped && (underWay.size > 0 || isSilent)) {
      const before = bytesHeard()
      const answer = await ask()
      if (answer === 'none' && bytesHeard() <= before) fallSilent()
      else if (answer === 'given') isSilent = false
      await wait(BEAT_MS, undefined, { ref: false })
    }
    isBeating = false
  }

  /** An error is an answer too: whoever refuses a connection lets everybody know by himself. */
  async function ask(): Promise<'given' | 'none' | 'unknown'> {
    const startedAt = performance.now()
    line ??= openLine(connection)
    const asked = line
    const answered = asked.ask().then(
      () => true,
      () => {
        if (line === asked) leave()
        return true
      },
    )
    if (await Promise.race([answered, wait(silenceMs, false, { ref: false })])) return 'given'
    // This process itself may have stood still: what came meanwhile is read before anybody is judged.
    await nextTurn()
    await nextTurn()
    if (await Promise.race([answered, nextTurn(false)])) return 'given'
    if (performance.now() - startedAt > silenceMs + TOLERATED_DELAY_MS) return 'unknown'
    leave()
    return 'none'
  }

  function leave() {
    line?.leave()
    line = undefined
  }

  function fallSilent() {
    isSilent = true
    for (const giveUp of [...underWay]) giveUp(new DatabaseSilent())
    onSilence()
  }

  return {
    during: (work) => {
      if (isSilent) return Promise.reject(new DatabaseSilent())
      return new Promise((resolve, reject) => {
        let isGivenUp = false
        const giveUp = (error: Error) => {
          isGivenUp = true
          reject(error)
        }
        underWay.add(giveUp)
        if (!isBeating) void beat()
        work(() => isGivenUp)
          .then(resolve, reject)
          .finally(() => underWay.delete(giveUp))
      })
    },
    stop: () => {
      isStopped = true
      leave()
    },
  }
}

type Line = ReturnType<typeof openLine>

function openLine(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  const connected = client.connect()
  return {
    ask: async () => {
      await connected
      await client.query('select 1')
    },
    leave: () => client.connection.stream.destroy(),
  }
}
