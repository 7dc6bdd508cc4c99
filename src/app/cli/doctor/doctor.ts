// Checks the whole installation without changing it. The report contains no secrets and no personal data.
import { existsSync } from 'node:fs'
import { nightlyTarget } from '#app/server/backup-target.ts'
import { refuseUnknownSite } from '#app/server/check-settings.ts'
import { addMachineProblems } from '#app/server/machine-settings.ts'
import { listProblems, misspelledSettings } from '#app/server/setting-problems.ts'
import { judgeSettings, type Settings, smtpApplication } from '#app/server/settings.ts'
import { connectTo } from '#platform/database/bring-up.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { refuseMarkedFolder } from '#platform/database/folder-mark.ts'
import { findPending } from '#platform/database/migrate.ts'
import { operatorCommand, startCommand } from '#platform/database/operator-command.ts'
import { findDatabase, OPERATOR_TIMEOUT_MS, type ReachableDatabase, reachDatabase } from '../operator-database.ts'
import { refuseBesideService } from '../service.ts'
import { attempt, type Check, fine, warning, wrong } from './check.ts'
import { checkContents, checkKeyFile } from './database-contents.ts'
import { checkDatabaseServer } from './database-server.ts'
import {
  checkBackupDisk,
  checkBackupFolder,
  checkCalendar,
  checkDataDisk,
  checkDataFolder,
  checkMachineSettings,
  checkNode,
} from './machine.ts'
import { checkMailServers } from './mail-servers.ts'
import { checkAddress, checkMail } from './reachability.ts'
import { checkScanner } from './virus-scanner.ts'

type Options = {
  /**
   * Starts a stopped embedded database for the checks; otherwise it remains stopped, so that the program can be started
   * meanwhile.
   */
  mayStart: boolean
  now: Date
}

/**
 * Runs all checks if the settings are valid; otherwise returns only their problems, because no check would be reliable.
 */
export async function examineEnvironment(environment: NodeJS.ProcessEnv, options: Options): Promise<Check[]> {
  const { settings, problems } = judgeSettings(environment)
  refuseBesideService(environment, settings)
  const misspelled = misspelledSettings(environment).map(({ name, meant }) =>
    warning(name, `Läses inte av Stödpunkt. Är det ${meant} som menas?`),
  )
  if (problems.size === 0) return [...misspelled, ...(await examine(settings, options))]
  await addMachineProblems(problems, settings, { mayBeTaken: true })
  const checks = listProblems(problems).map(({ name, message }) => wrong(name, message))
  return [...misspelled, ...checks, warning('Övrigt', 'Kontrolleras när inställningarna är rättade.')]
}

/** Every check, from the machine to the contents of the database. */
export async function examine(settings: Settings, options: Options): Promise<Check[]> {
  const mayBeTaken = await mayRun(settings)
  const checks = [
    await attempt('Node', () => checkNode(process.versions.node)),
    await attempt('Tidszon', () => checkCalendar()),
    await attempt('Disk', () => checkDataDisk(settings.DATA_DIR)),
    await attempt('Disk', () => checkBackupDisk(settings.BACKUP_DIR)),
    await attempt('DATA_DIR', () => checkDataFolder(settings.DATA_DIR)),
    await attempt('BACKUP_DIR', () => checkBackupFolder(settings)),
    await attempt('Inställningar', () => checkMachineSettings(settings, { mayBeTaken })),
    await attempt('APP_URL', () => checkAddress(settings)),
    ...(settings.SMTP_URL === undefined
      ? []
      : [await attempt('E-post', () => checkMail(settings.SMTP_URL ?? '', smtpApplication(settings)))]),
    await attempt('Virusskydd', () => checkScanner(settings.CLAMD_URL)),
    await attempt('Databas', () => checkDatabase(settings, options)),
  ]
  return checks.flat()
}

/** Whether the program may be running and occupy its ports: not if its embedded database is stopped. */
const mayRun = (settings: Settings): Promise<boolean> =>
  findDatabase(settings).then(
    (database) => settings.DATABASE_URL !== undefined || database !== undefined,
    () => true,
  )

async function checkDatabase(settings: Settings, { mayStart, now }: Options): Promise<Check[]> {
  if (!settings.DATABASE_URL) refuseMarkedFolder(settings.DATA_DIR)
  const running = mayStart ? await reachDatabase(settings) : await findDatabase(settings)
  if (!running) {
    const hasData = existsSync(`${settings.DATA_DIR}/postgres`)
    const message = hasData
      ? `Är stoppad, så den kontrolleras inte. Starta Stödpunkt, eller kör: ${operatorCommand('doctor', '--start')}`
      : `Det finns ingen i ${settings.DATA_DIR} än. Den skapas vid första starten: ${startCommand()}`
    return [
      warning('Databas', message),
      ...(await attempt('Nyckelfil', () => checkKeyFile(settings.SECRETS_FILE, hasData))),
    ]
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
    const target = nightlyTarget(settings)
    const server = await checkDatabaseServer(client)
    // This version cannot read the contents of another version's schema.
    const isReadable = await findPending(client).then(
      ({ length }) => length === 0,
      () => false,
    )
    return [
      ...server,
      ...(isReadable ? await attempt('SITE_ORG', () => checkSite(database, settings)) : []),
      ...(isReadable && settings.SMTP_URL === undefined
        ? await attempt('E-post', () => checkMailServers(database, settings))
        : []),
      ...(isReadable ? await checkContents(database, { secretsFile: settings.SECRETS_FILE, target, now }) : []),
    ]
  } finally {
    await client.end()
    await database.close()
  }
}

async function checkSite(database: Database, settings: Settings): Promise<Check[]> {
  await refuseUnknownSite(database, settings)
  return settings.SITE_ORG === undefined ? [] : [fine('SITE_ORG', 'Är en organisation i databasen.')]
}

const marks = { fine: '✓', warning: '!', wrong: '✗' }

/** One line for each check. */
export const describeChecks = (checks: Check[]) =>
  checks.map(({ state, title, message }) => `${marks[state]} ${title}: ${message.replaceAll('\n', ' ')}\n`).join('')
