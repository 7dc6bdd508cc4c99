import pg from 'pg'
import { inject } from 'vitest'
import { LOGIN, TEMPLATE, type TestServer } from './global-setup.ts'

export type TestDatabase = {
  /** The connection settings of the program. */
  connection: { host: string; port: number; user: string; database: string } & Partial<typeof longTimeouts>
  /** The cluster's superuser in this database, for reading and changing what the program itself cannot. */
  superuser: pg.Client
  drop(): Promise<void>
}

/** A test must not fail because the machine is slow. */
const longTimeouts = { waitTimeoutMs: 30_000, heartbeatTimeoutMs: 10_000 }

let count = 0

/** Creates a migrated, empty database. Without fsync, copying the template's files is cheaper than logging its pages. */
export async function aDatabase(template = TEMPLATE, server: TestServer = inject('server')): Promise<TestDatabase> {
  const database = `test_${process.pid}_${process.env.VITEST_WORKER_ID ?? 0}_${Date.now().toString(36)}_${count++}`
  const maintenance = await connect({ ...server, user: 'postgres', database: 'postgres' })
  await maintenance.query(`create database ${database} template ${template} strategy file_copy`)
  await maintenance.query(`grant create, connect on database ${database} to stodpunkt_owner`)
  await maintenance.query(`grant create on database ${database} to stodpunkt_jobs`)
  const superuser = await connect({ ...server, user: 'postgres', database, options: '-c search_path=stodpunkt' })
  return {
    connection: { ...server, user: LOGIN, database, ...longTimeouts },
    superuser,
    drop: async () => {
      await superuser.end()
      await maintenance.query(`drop database ${database} with (force)`)
      await maintenance.end()
    },
  }
}

async function connect(config: pg.ClientConfig) {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  return client
}
