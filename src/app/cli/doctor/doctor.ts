// Checks the whole installation without changing it. The report contains no secrets and no personal data.
import { existsSync } from 'node:fs'
import { type Settings, smtpApplication } from '#app/server/settings.ts'
import { connectTo } from '#db/bring-up.ts'
import { openDatabase } from '#db/database.ts'
import { refuseMarkedFolder } from '#db/folder-mark.ts'
import { findPending } from '#db/migrate.ts'
import { findDatabase, OPERATOR_TIMEOUT_MS, type ReachableDatabase, reachDatabase } from '../operator-database.ts'
import { attempt, type Check, warning } from './check.ts'
import { checkContents, checkKeyFile } from './database-contents.ts'
import { checkDatabaseServer } from './database-server.ts'
import { checkCalendar, checkDataFolder, checkDisk, checkNode } from './machine.ts'
import { checkAddress, checkMail } from './network.ts'
import { checkScanner } from './virus-scanner.ts'

type Options = {
  /** Starts a stopped embedded database for the checks; otherwise it stays stopped, so that starting the program finds no lock. */
  mayStart: boolean
  now: Date
}

/** Every check, from the machine to the contents of the database. */
export async function examine(settings: Settings, options: Options): Promise<Check[]> {
  const checks = [
    await attempt('Node', () => checkNode(process.versions.node)),
    await attempt('Tidszon', () => checkCalendar()),
    await attempt('Disk', () => checkDisk(settings.DATA_DIR)),
    await attempt('Disk', () => (settings.BACKUP_DIR ? [checkDisk(settings.BACKUP_DIR)] : [])),
    await attempt('DATA_DIR', () => checkDataFolder(settings.DATA_DIR)),
    await attempt('APP_URL', () => checkAddress(settings)),
    await attempt('E-post', () => checkMail(settings.SMTP_URL, smtpApplication(settings))),
    await attempt('Virusskydd', () => checkScanner(settings.CLAMD_URL)),
    await attempt('Databas', () => checkDatabase(settings, options)),
  ]
  return checks.flat()
}

async function checkDatabase(settings: Settings, { mayStart, now }: Options): Promise<Check[]> {
  if (!settings.DATABASE_URL) refuseMarkedFolder(settings.DATA_DIR)
  const running = mayStart ? await reachDatabase(settings) : await findDatabase(settings)
  if (!running) {
    const message = existsSync(`${settings.DATA_DIR}/postgres`)
      ? 'Är stoppad, så den kontrolleras inte. Starta Stödpunkt, eller kör: npm run doctor -- --start'
      : `Det finns ingen i ${settings.DATA_DIR} än. Den skapas vid första starten: npm start`
    return [warning('Databas', message), ...(await attempt('Nyckelfil', () => checkKeyFile(settings.SECRETS_FILE)))]
  }
  try {
    return await checkRunning(running, settings, now)
  } finally {
    await running.stop()
  }
}

async function checkRunning({ connection }: ReachableDatabase, settings: Settings, now: Date): Promise<Check[]> {
  const client = await connectTo(connection)
  const database = openDatabase({ ...connection, max: 1, waitTimeoutMs: OPERATOR_TIMEOUT_MS })
  try {
    const { BACKUP_DIR: folder, BACKUP_KEEP: keep } = settings
    const target = folder ? { folder, keep } : undefined
    const server = await checkDatabaseServer(client)
    // This version cannot read the contents of another version's schema.
    const isReadable = await findPending(client).then(
      ({ length }) => length === 0,
      () => false,
    )
    return [
      ...server,
      ...(isReadable ? await checkContents(database, { secretsFile: settings.SECRETS_FILE, target, now }) : []),
    ]
  } finally {
    await client.end()
    await database.close()
  }
}

const marks = { fine: '✓', warning: '!', wrong: '✗' }

/** One line for each check. */
export const describeChecks = (checks: Check[]) =>
  checks.map(({ state, title, message }) => `${marks[state]} ${title}: ${message.replaceAll('\n', ' ')}\n`).join('')
