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

/** How many of the customers' logins the terminal shows. */
const CUSTOMERS_SHOWN = 6

/** A table for the terminal of the logins of staff, and of customers those with the most to show. */
export function describeDemo({ password, logins }: { password: string; logins: DemoLogin[] }): string {
  const customers = logins.filter(({ role }) => role === 'customer')
  const hidden = customers.slice(CUSTOMERS_SHOWN)
  const lines = logins
    .filter((login) => !hidden.includes(login))
    .map(({ email, role, name, shows }) =>
      [email.padEnd(44), roleLabel(role).toLowerCase().padEnd(14), name.padEnd(20), shows].join(' '),
    )
  if (hidden.length > 0) lines.push(`och ${hidden.length} kunder till`)
  return `\nDemoinloggningar (lösenord för alla: ${password}):\n${lines.map((line) => `  ${line}\n`).join('')}`
}
