// `npm run db:prepare`: creates login, roles and database for DATABASE_URL, connected with DATABASE_ADMIN_URL. Idempotent:
// existing ones are left unchanged.
import pg from 'pg'
import { runCommand } from '#app/cli/command.ts'
import { operatorSettings } from '#app/cli/service.ts'
import { connectTo } from '#platform/database/bring-up.ts'
import { checkServer } from '#platform/database/check-server.ts'
import { findPending } from '#platform/database/migrate.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { refuseUnprepared } from '#platform/database/roles.ts'
import { StartError } from '#platform/database/start-error.ts'

await runCommand(async () => {
  const { DATABASE_URL: url } = operatorSettings(process.env)
  if (!url) throw new StartError('Ange i DATABASE_URL den inloggning och databas som ska skapas.')
  const { user = '', password, database = '' } = new pg.Client(url)
  await prepare({ login: user, database, ...(password && { password }) })
  await verify(url)
  console.log(`Inloggningen ${user} och databasen ${database} är klara. Starta Stödpunkt med DATABASE_URL.`)
})

async function prepare(target: { login: string; password?: string; database: string }) {
  const adminUrl = process.env.DATABASE_ADMIN_URL ?? ''
  if (!/^postgres(ql)?:\/\//.test(adminUrl) || !URL.canParse(adminUrl)) {
    throw new StartError('Ange i DATABASE_ADMIN_URL någon som får skapa roller och databaser (postgres://…).')
  }
  const admin = await connectTo({ connectionString: adminUrl })
  try {
    await prepareDatabase(admin, target)
  } catch (error) {
    throw error instanceof pg.DatabaseError
      ? new StartError(`Databasen gick inte att förbereda: ${error.message}`)
      : error
  } finally {
    await admin.end()
  }
}

/** An existing login may have another password, and an existing database another owner. */
async function verify(url: string) {
  const client = await connectTo({ connectionString: url }).catch((error: Error) => {
    throw new StartError(`Roller och databas finns, men inte vägen in med DATABASE_URL. ${error.message}`)
  })
  try {
    await checkServer(client)
    await refuseUnprepared(client)
    await findPending(client) // refuses what this version cannot start with
  } finally {
    await client.end()
  }
}
