import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { openPasswords } from '#features/auth/server/passwords.ts'
import type { Database } from '#platform/database/database.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { roleLabel } from '#shared/roles.rules.ts'
import type { Settings } from '../server/settings.ts'
import { type DemoLogin, demoLogins, generateDemo } from './generate-demo.ts'

/**
 * Fills an empty database with demo data (`isNew`) and sets a new password for all its logins. Throws StartError if the
 * database has other data.
 */
export async function prepareDemo(database: Database, connection: pg.ClientConfig, { PASSWORD_MIN_LENGTH }: Settings) {
  const password = demoPassword(PASSWORD_MIN_LENGTH)
  const passwordHash = await openPasswords({ minLength: PASSWORD_MIN_LENGTH }).choose(password, [])
  const existing = await database.as('owner', (db) =>
    db.selectFrom('installation').select('fact').where('fact', '=', 'demo').executeTakeFirst(),
  )
  if (!existing) {
    process.stdout.write('Skapar demoföretaget …\n')
    const logins = await generateDemo(connection, { today: todayInStockholm(), passwordHash })
    return { password, logins, isNew: true }
  }
  await database.as('owner', (db) => db.updateTable('auth.users').set({ passwordHash }).execute())
  return { password, logins: await demoLogins(connection), isNew: false }
}

/** At least ten random digits and letters, or as many as PASSWORD_MIN_LENGTH requires. */
export function demoPassword(minLength: number): string {
  const digits = Math.max(10, minLength)
  return `demo-${randomBytes(digits).toString('hex').slice(0, digits)}`
}

/** A table of the logins for the terminal. */
export function describeDemo({ password, logins }: { password: string; logins: DemoLogin[] }): string {
  const lines = logins.map(
    ({ email, role, name }) => `  ${email.padEnd(36)} ${roleLabel(role).toLowerCase().padEnd(14)} ${name}`,
  )
  return `\nDemoinloggningar (lösenord för alla: ${password}):\n${lines.join('\n')}\n`
}
