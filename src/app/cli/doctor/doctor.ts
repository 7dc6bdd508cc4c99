// Looks at the whole installation, changes nothing, and tells no secret and nothing about a person.
import { existsSync } from 'node:fs'
import type { Settings } from '#app/server/settings.ts'
import { connectTo } from '#db/bring-up.ts'
import { openDatabase } from '#db/database.ts'
import { refuseMarkedFolder } from '#db/folder-mark.ts'
import { findPending } from '#db/migrate.ts'
import { findDatabase, OPERATOR_WAIT_TIMEOUT_MS, type Reached, reachDatabase } from '../operator-database.ts'
import { attempt, type Check, warning } from './check.ts'
import { checkContents, checkKeyFile } from './contents.ts'
import { checkCalendar, checkDataFolder, checkDisk, checkNode } from './machine.ts'
import { checkDatabaseServer } from './server.ts'
import { checkAddress, checkMail } from './surroundings.ts'

type Options = {
  /** Starts a stopped embedded database for the moment; else it is left alone, so that a start of the program meets no lock. */
  mayStart: boolean
  now: Date
}

/** Every check, in the order in which one would look. */
export async function examine(settings: Settings, options: Options): Promise<Check[]> {
  const checks = [
    await attempt('Node', () => checkNode(process.versions.node)),
    await attempt('Tidszon', () => checkCalendar()),
    await attempt('Disk', () => checkDisk(settings.DATA_DIR)),
    await attempt('Disk', () => (settings.BACKUP_DIR ? [checkDisk(settings.BACKUP_DIR)] : [])),
    await attempt('DATA_DIR', () => checkDataFolder(settings.DATA_DIR)),
    await attempt('APP_URL', () => checkAddress(settings)),
    await attempt('E-post', () => checkMail(settings.SMTP_URL)),
    await attempt('Databas', () => checkDatabase(settings, options)),
  ]
  return checks.flat()
}

async function checkDatabase(settings: Settings, { mayStart, now }: Options): Promise<Check[]> {
  if (!settings.DATABASE_URL) refuseMarkedFolder(settings.DATA_DIR)
  const reached = mayStart ? await reachDatabase(settings) : await findDatabase(settings)
  if (!reached) {
    const words = existsSync(`${settings.DATA_DIR}/postgres`)
      ? 'Är stoppad, så den kontrolleras inte. Starta Stödpunkt, eller kör: npm run doctor -- --start'
      : `Det finns ingen i ${settings.DATA_DIR} än. Den skapas vid första starten: npm start`
    return [warning('Databas', words), ...(await attempt('Nyckelfil', () => checkKeyFile(settings.SECRETS_FILE)))]
  }
  try {
    return await checkReached(reached, settings, now)
  } finally {
    await reached.stop()
  }
}

async function checkReached({ connection }: Reached, settings: Settings, now: Date): Promise<Check[]> {
  const client = await connectTo(connection)
  const database = openDatabase({ ...connection, max: 1, waitTimeoutMs: OPERATOR_WAIT_TIMEOUT_MS })
  try {
    const server = await checkDatabaseServer(client)
    // What is in a schema of another version cannot be read by this one.
    const isReadable = await findPending(client).then(
      ({ length }) => length === 0,
      () => false,
    )
    return [...server, ...(isReadable ? await checkContents(database, settings.SECRETS_FILE, now) : [])]
  } finally {
    await client.end()
    await database.close()
  }
}

const marks = { fine: '✓', warning: '!', wrong: '✗' }

/** One line a check; a longer remedy is kept on the line. */
export const describeChecks = (checks: Check[]) =>
  checks.map(({ state, title, words }) => `${marks[state]} ${title}: ${words.replaceAll('\n', ' ')}\n`).join('')
