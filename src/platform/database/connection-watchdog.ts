// Detects a server that no longer responds (cable pulled, machine hung), for which TCP alone would wait for minutes.
import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const CHECK_INTERVAL_MS = 250
const TOLERATED_DELAY_MS = 150

type Watched = {
  connection: pg.ClientConfig
  heartbeatTimeoutMs: number
  /** Bytes received on all connections so far: as long as they grow, the server responds. */
  bytesRead: () => number
  onUnresponsive: () => void
}

export type ConnectionWatchdog = {
  /** Runs work while checking the server; rejects it, and any new work, while the server does not respond. */
  during<T>(work: (isRejected: () => boolean) => Promise<T>): Promise<T>
  stop(): void
}

class DatabaseUnresponsive extends Error {
  readonly code = '08006'
  constructor() {
    super('the database does not answer')
  }
}

/** Sends a heartbeat query on a connection of its own every 250 ms, but only while there is work or the server is unresponsive. */
export function openConnectionWatchdog({
  connection,
  heartbeatTimeoutMs,
  bytesRead,
  onUnresponsive,
}: Watched): ConnectionWatchdog {
  const pending = new Set<(error: Error) => void>()
  const heartbeat = openHeartbeat(connection, heartbeatTimeoutMs)
  let isUnresponsive = false
  let isChecking = false
  let isStopped = false

  async function checkWhileNeeded() {
    isChecking = true
    await wait(CHECK_INTERVAL_MS, undefined, { ref: false })
    while (!isStopped && (pending.size > 0 || isUnresponsive)) {
      const before = bytesRead()
      const result = await heartbeat.check()
      if (result === 'timeout' && bytesRead() <= before) rejectPending()
      else if (result === 'answered') isUnresponsive = false
      await wait(CHECK_INTERVAL_MS, undefined, { ref: false })
    }
    isChecking = false
  }

  function rejectPending() {
    isUnresponsive = true
    for (const reject of [...pending]) reject(new DatabaseUnresponsive())
    onUnresponsive()
  }

  return {
    during: (work) => {
      if (isUnresponsive) return Promise.reject(new DatabaseUnresponsive())
      return new Promise((resolve, reject) => {
        let isRejected = false
        const rejectWork = (error: Error) => {
          isRejected = true
          reject(error)
        }
        pending.add(rejectWork)
        if (!isChecking) void checkWhileNeeded()
        work(() => isRejected)
          .then(resolve, reject)
          .finally(() => pending.delete(rejectWork))
      })
    },
    stop: () => {
      isStopped = true
      heartbeat.close()
    },
  }
}

type HeartbeatResult = 'answered' | 'timeout' | 'unknown'

/** Heartbeat queries on one connection, which is opened again after a failure or a timeout. */
function openHeartbeat(connection: pg.ClientConfig, timeoutMs: number) {
  let opened: HeartbeatConnection | undefined

  function close() {
    opened?.destroy()
    opened = undefined
  }

  /** An error counts as an answer: a server that refuses connections is reported by the query that fails. */
  async function check(): Promise<HeartbeatResult> {
    const startedAt = performance.now()
    opened ??= connectHeartbeat(connection)
    const current = opened
    const answered = current.send().then(
      () => true,
      () => {
        if (opened === current) close()
        return true
      },
    )
    if (await Promise.race([answered, wait(timeoutMs, false, { ref: false })])) return 'answered'
    // This process itself may have been blocked: read what has been received before concluding anything.
    await nextTick()
    await nextTick()
    if (await Promise.race([answered, nextTick(false)])) return 'answered'
    if (performance.now() - startedAt > timeoutMs + TOLERATED_DELAY_MS) return 'unknown'
    close()
    return 'timeout'
  }

  return { check, close }
}

type HeartbeatConnection = ReturnType<typeof connectHeartbeat>

function connectHeartbeat(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  const connected = client.connect()
  return {
    send: async () => {
      await connected
      await client.query('select 1')
    },
    destroy: () => client.connection.stream.destroy(),
  }
}
