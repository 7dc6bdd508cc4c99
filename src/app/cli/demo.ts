import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { openPasswords } from '#auth/server/passwords.ts'
import type { Database } from '#db/database.ts'
import { type DemoLogin, demoLogins, generateDemo } from '#db/demo/demo.ts'
import { todayInStockholm } from '#lib/dates.rules.ts'
import { roleLabels } from '#lib/roles.rules.ts'
import type { Settings } from '../server/settings.ts'

/** Fills an empty database with a company, and gives every login of it a new password. Throws StartError on other data. */
export async function prepareDemo(database: Database, connection: pg.ClientConfig, { PASSWORD_MIN_LENGTH }: Settings) {
  const password = `demo-${randomBytes(5).toString('hex')}`
  const passwordHash = await openPasswords({ minLength: PASSWORD_MIN_LENGTH }).choose(password, [])
  const isMade = await database.as('owner', (db) =>
    db.selectFrom('installation').select('fact').where('fact', '=', 'demo').executeTakeFirst(),
  )
  if (!isMade) {
    process.stdout.write('Skapar demoföretaget …\n')
    return { password, logins: await generateDemo(connection, { today: todayInStockholm(), passwordHash }) }
  }
  await database.as('owner', (db) => db.updateTable('auth.users').set({ passwordHash }).execute())
  return { password, logins: await demoLogins(connection) }
}

/** The logins in words. */
export function describeDemo({ password, logins }: { password: string; logins: DemoLogin[] }): string {
  const lines = logins.map(
    ({ email, role, name }) => `  ${email.padEnd(36)} ${roleLabels[role].toLowerCase().padEnd(14)} ${name}`,
  )
  return `\nDemoinloggningar (lösenord för alla: ${password}):\n${lines.join('\n')}\n`
}
