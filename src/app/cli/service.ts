// Runs commands with the settings and in the folder of the installed service's unit.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { StartError } from '#platform/database/start-error.ts'
import { readSettings, type Settings, settingNames } from '../server/settings.ts'
import { parseEnvironmentFile } from './environment-file.ts'

const root = join(import.meta.dirname, '../../..')
const SERVICE_FILE = '/etc/stodpunkt/stodpunkt.env'
const serviceFile = ({ STODPUNKT_SETTINGS }: NodeJS.ProcessEnv) => STODPUNKT_SETTINGS || SERVICE_FILE

/**
 * Sets the environment as the unit does. Settings come only from its file, because those of the caller's shell may
 * belong to another program. Without a file the environment is unchanged, as in a container. Throws StartError if there
 * is no installation.
 */
export function enterService(environment: NodeJS.ProcessEnv) {
  const path = serviceFile(environment)
  const settings = readFileOf(path)
  if (settings) {
    for (const name of settingNames) delete environment[name]
    Object.assign(environment, settings)
  } else refuseNoInstallation(path, environment)
  environment.NODE_ENV ||= 'production'
  environment.OPERATOR_COMMAND = 'stodpunkt'
  process.chdir(root)
}

/** Otherwise a restore would create a new installation as root, in a folder that nobody expects. */
function refuseNoInstallation(path: string, { DATABASE_URL, DATA_DIR }: NodeJS.ProcessEnv) {
  const isChosen = DATABASE_URL || DATA_DIR || existsSync(join(root, 'data'))
  if (path === SERVICE_FILE && isChosen) return
  throw new StartError(
    `Det finns inga inställningar i ${path}. Skapa filen (docs/operations/one-machine.md), eller ange DATA_DIR för en installation utan tjänst.`,
  )
}

function readFileOf(path: string) {
  try {
    return parseEnvironmentFile(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new StartError(
      `Tjänstens inställningar i ${path} går inte att läsa (${code}). Kör som root (sudo stodpunkt …); filen ska tillhöra root:stodpunkt med läget 0640.`,
    )
  }
}

/**
 * The settings of a command. Throws StartError if there are none although the service is installed, because a second
 * installation beside it is hardly intended.
 */
export function operatorSettings(environment: NodeJS.ProcessEnv): Settings {
  const settings = readSettings(environment)
  refuseBesideService(environment, settings)
  return settings
}

/** Throws StartError if the settings name no installation on a machine where the service is installed. */
export function refuseBesideService(environment: NodeJS.ProcessEnv, { DATA_DIR }: Settings) {
  const isChosen = environment.OPERATOR_COMMAND || environment.DATABASE_URL || environment.DATA_DIR
  if (isChosen || existsSync(DATA_DIR) || !existsSync(serviceFile(environment))) return
  throw new StartError(
    `Stödpunkt är installerat som tjänst på den här maskinen, och kommandot kördes utan dess inställningar. Kör: stodpunkt ${basename(process.argv[1] ?? '', '.ts')} … (eller ange DATA_DIR för en annan installation).`,
  )
}

/**
 * Resolves a path that the operator typed from the folder where it was typed, because npm and `stodpunkt` change the
 * folder.
 */
export const namedFile = (path: string, { INIT_CWD }: NodeJS.ProcessEnv) => resolve(INIT_CWD ?? '', path)
