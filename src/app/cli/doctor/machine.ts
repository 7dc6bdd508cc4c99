// What the machine itself must have: Node, room on the disk, the calendar, and a data folder for us alone.
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Check, fine, inBytes, warning, wrong } from './check.ts'

const NODE_MINIMUM = 24
const LITTLE_BYTES = 2e9
const TOO_LITTLE_BYTES = 300e6

export const checkNode = (version: string): Check =>
  Number.parseInt(version, 10) >= NODE_MINIMUM
    ? fine('Node', version)
    : wrong('Node', `${version} är för gammal. Kör med minst ${NODE_MINIMUM}: npm ci hämtar den.`)

/** Room where the folder is, or will be. */
export function checkDisk(folder: string): Check {
  const there = nearest(folder)
  const { bavail, bsize } = statfsSync(there)
  return judgeRoom(folder, bavail * bsize)
}

export function judgeRoom(folder: string, bytes: number): Check {
  const room = `${inBytes(bytes)} ledigt där ${folder} ligger`
  if (bytes < TOO_LITTLE_BYTES) return wrong('Disk', `${room}. Frigör plats nu: en full disk stoppar databasen.`)
  return bytes < LITTLE_BYTES ? warning('Disk', `${room}. Frigör plats snart.`) : fine('Disk', `${room}.`)
}

const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(folder)))

/** The data folder must be ours to write and nobody else's. */
export function checkDataFolder(folder: string): Check {
  const title = 'DATA_DIR'
  if (!existsSync(folder)) return warning(title, `${folder} finns inte än. Den skapas vid första starten: npm start`)
  const { uid, mode } = statSync(folder)
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

/** Moments of 2026 and what a clock in Stockholm shows then: both sides of both changes. */
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
