// Checks of the machine: Node's version, disk space, time zone data and the permissions of the data folder.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addMachineProblems } from '#app/server/machine-settings.ts'
import { listProblems, type SettingProblems } from '#app/server/setting-problems.ts'
import type { Settings } from '#app/server/settings.ts'
import { freeBytesAt } from '#platform/backup/server/last-backup.ts'
import { layout } from '#platform/database/embedded/watchdog-protocol.ts'
import { isWithin, lookAt, reasonAgainstFolder } from '#platform/database/make-folder.ts'
import { startCommand } from '#platform/database/operator-command.ts'
import { type Check, fine, inBytes, warning, wrong } from './check.ts'

const NODE_MINIMUM = 26
const LOW_SPACE_BYTES = 2e9
const CRITICAL_SPACE_BYTES = 300e6

export const checkNode = (version: string): Check =>
  Number.parseInt(version, 10) >= NODE_MINIMUM
    ? fine('Node', version)
    : wrong('Node', `${version} är för gammal. Kör med minst ${NODE_MINIMUM}: npm ci hämtar den.`)

/** Free space on the disk of the data folder, which may not exist yet. */
export const checkDataDisk = (folder: string): Check =>
  judgeFreeSpace(folder, freeBytesAt(folder), 'en full disk stoppar databasen')

/** Free space for backups; none for a missing folder, because its disk may not be mounted. */
export const checkBackupDisk = (folder: string | undefined): Check[] =>
  folder !== undefined && existsSync(folder)
    ? [judgeFreeSpace(folder, freeBytesAt(folder), 'på en full disk görs inga säkerhetskopior')]
    : []

export function judgeFreeSpace(folder: string, bytes: number, consequence: string): Check {
  const freeSpace = `${inBytes(bytes)} ledigt där ${folder} ligger`
  if (bytes < CRITICAL_SPACE_BYTES) return wrong('Disk', `${freeSpace}. Frigör plats nu: ${consequence}.`)
  return bytes < LOW_SPACE_BYTES ? warning('Disk', `${freeSpace}. Frigör plats snart.`) : fine('Disk', `${freeSpace}.`)
}

/** Only the account of the program may write to the data folder. */
export function checkDataFolder(folder: string): Check {
  const title = 'DATA_DIR'
  const { found } = lookAt(folder)
  if (!found?.isDirectory()) {
    const reason = reasonAgainstFolder(folder)
    return reason === undefined
      ? warning(title, `${folder} finns inte än. Den skapas vid första starten: ${startCommand()}`)
      : wrong(title, `${folder} går inte att använda: ${reason}.`)
  }
  const { uid, mode } = found
  const own = process.getuid?.()
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return wrong(title, `${folder} går inte att skriva i. Kör som den användare som kör Stödpunkt.`)
  }
  if (process.platform === 'win32') return fine(title, folder)
  if ((mode & 0o022) !== 0) return wrong(title, `${folder} kan skrivas av andra. Kör: chmod go-w ${folder}`)
  if ((mode & 0o044) !== 0) return warning(title, `${folder} kan läsas av andra. Kör: chmod go-r ${folder}`)
  if (own !== undefined && uid !== own)
    return warning(title, `${folder} ägs av en annan användare (uid ${uid}). Kör som den som kör Stödpunkt.`)
  return fine(title, folder)
}

/** The folder of the backups. Outside the data folder it must exist, because it may be a disk that is not mounted. */
export function checkBackupFolder({
  BACKUP_DIR: folder,
  DATA_DIR,
}: Pick<Settings, 'BACKUP_DIR' | 'DATA_DIR'>): Check[] {
  const title = 'BACKUP_DIR'
  if (folder === undefined) return []
  const { found, reason: obstacle } = lookAt(folder)
  if (!found && obstacle === undefined && !isWithin(folder, DATA_DIR))
    return [wrong(title, `${folder} finns inte, och inget kopieras. Montera disken, eller skapa mappen.`)]
  const reason = reasonAgainstFolder(folder)
  if (reason !== undefined) return [wrong(title, `${folder} går inte att använda, och inget kopieras: ${reason}.`)]
  if (isClosedToService(folder, DATA_DIR))
    return [
      wrong(
        title,
        `Tjänsten får inte skriva i ${folder}, och inget kopieras. Lägg mappen i tjänstens ReadWritePaths (docs/operations/one-machine.md) och starta om den.`,
      ),
    ]
  return [fine(title, folder)]
}

/** Whether the folder is read-only for the running program, whose unit may restrict it more than this command. */
function isClosedToService(folder: string, dataDir: string): boolean {
  try {
    // The embedded database has the same mounts as the program.
    const [pid] = readFileSync(join(dataDir, layout.cluster, 'postmaster.pid'), 'utf8').split('\n')
    accessSync(`/proc/${pid}/root${folder}`, constants.W_OK)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS'
  }
}

/** Settings that only this machine can check: addresses, key file and first password. */
export async function checkMachineSettings(
  settings: Settings,
  { mayBeTaken }: { mayBeTaken: boolean },
): Promise<Check[]> {
  const problems: SettingProblems = new Map()
  await addMachineProblems(problems, settings, { mayBeTaken })
  problems.delete('DATA_DIR')
  return listProblems(problems).map(({ name, message }) => wrong(name, message))
}

/** Instants in 2026 with the local time in Stockholm, around each daylight saving change. */
export const STOCKHOLM_2026: readonly [moment: string, hour: string][] = [
  ['2026-03-29T00:59:00Z', '01:59'],
  ['2026-03-29T01:00:00Z', '03:00'],
  ['2026-10-25T00:59:00Z', '02:59'],
  ['2026-10-25T01:00:00Z', '02:00'],
]

export function checkCalendar(clock: (moment: string) => string = inStockholm): Check {
  const isRight = STOCKHOLM_2026.every(([moment, hour]) => clock(moment) === hour)
  return isRight
    ? fine('Tidszon', 'Europe/Stockholm med omställningarna 2026.')
    : wrong('Tidszon', 'Node räknar fel i Europe/Stockholm. Installera om Node: npm ci')
}

const inStockholm = (moment: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm', hour: '2-digit', minute: '2-digit' }).format(
    new Date(moment),
  )
