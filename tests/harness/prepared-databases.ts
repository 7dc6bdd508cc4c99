// Databases in the state after `npm run db:prepare`: roles and an empty database, without a schema.
import pg from 'pg'
import { inject } from 'vitest'
import { bringUp } from '#platform/database/bring-up.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { started } from '#platform/database/testing/embedded-server.ts'
import { LOGIN } from '#platform/database/testing/global-setup.ts'

let count = 0

/** A prepared, empty database on the test server. `drop` removes it, ending its connections. */
export async function aPreparedDatabase() {
  const server = inject('server')
  const name = `prepared_${process.pid}_${count++}`
  const admin = new pg.Client({ ...server, user: 'postgres', database: 'postgres' })
  await admin.connect()
  await prepareDatabase(admin, { login: LOGIN, database: name })
  return {
    name,
    admin,
    connection: { ...server, user: LOGIN, database: name },
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** A running embedded server in the data folder, prepared and migrated. */
export async function aMigratedServer(dataDir: string) {
  const server = await started(dataDir)
  const { host, port } = server.connection
  const superuser = new pg.Client(server.connection)
  await superuser.connect()
  await prepareDatabase(superuser, { login: 'stodpunkt', database: 'stodpunkt' })
  await superuser.end()
  await bringUp({ host, port, user: 'stodpunkt', database: 'stodpunkt' })
  return server
}
