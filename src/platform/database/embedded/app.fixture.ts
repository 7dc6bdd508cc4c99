// A small program on the embedded server, for tests that stop or kill it.
import { setImmediate } from 'node:timers'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const log = { info() {}, warn() {}, error() {} }
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log })
  const client = new pg.Client(postgres.connection)
  await client.connect()

  const drain = async () => {
    const { rows } = await client.query('select 42 as answer')
    await client.end()
    await postgres.stop()
    print({ stopped: true, answer: rows[0]?.answer })
    setImmediate(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void drain())
  print({ pid: process.pid, postgres: postgres.pid() })
} catch (error) {
  if (!(error instanceof StartError)) throw error
  print({ refused: error.message })
  process.exit(1)
}
