import pg from 'pg'
import { inject } from 'vitest'
import { LOGIN, TEMPLATE, type TestServer } from './global-setup.ts'

export type TestDatabase = {
  /** How the program signs in. */
  connection: { host: string; port: number; user: string; database: string } & Partial<typeof unhurried>
  /** The cluster's superuser in this database, for looking at and breaking what the program must not be able to. */
  superuser: pg.Client
  drop(): Promise<void>
}

/** On a busy machine a test takes its time: nobody is refused for that. */
const unhurried = { patienceMs: 30_000, silenceMs: 10_000 }

let count = 0

/** A migrated, empty database of its own (about 50 ms). */
export async function aDatabase(template = TEMPLATE, server: TestServer = inject('server')): Promise<TestDatabase> {
  const database = `test_${process.pid}_${process.env.VITEST_WORKER_ID ?? 0}_${Date.now().toString(36)}_${count++}`
  const maintenance = await connected({ ...server, user: 'postgres', database: 'postgres' })
  await maintenance.query(`create database ${database} template ${template}`)
  await maintenance.query(`grant create, connect on database ${database} to stodpunkt_owner`)
  await maintenance.query(`grant create on database ${database} to stodpunkt_jobs`)
  const superuser = await connected({ ...server, user: 'postgres', database, options: '-c search_path=stodpunkt' })
  return {
    connection: { ...server, user: LOGIN, database, ...unhurried },
    superuser,
    drop: async () => {
      await superuser.end()
      await maintenance.query(`drop database ${database} with (force)`)
      await maintenance.end()
    },
  }
}

async function connected(config: pg.ClientConfig) {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  return client
}
