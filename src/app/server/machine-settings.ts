// Settings that only this machine can check, before anything is started or created.
import { once } from 'node:events'
import { accessSync, constants, existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { isWithin, lookAt, reasonAgainstFolder } from '#platform/database/make-folder.ts'
import { addProblem, refuseProblems, type SettingProblems } from './setting-problems.ts'
import { judgeSettings, type SettingName, type Settings } from './settings.ts'

/** The settings of a start. Throws StartError with every invalid setting, those invalid on this machine included. */
export async function readStartSettings(environment: NodeJS.ProcessEnv): Promise<Settings> {
  const { settings, problems } = judgeSettings(environment)
  await addMachineProblems(problems, settings)
  refuseProblems(problems)
  return settings
}

/**
 * Adds what this machine lacks; ports in use are not problems if `mayBeTaken`, because the program itself may use them.
 */
export async function addMachineProblems(
  problems: SettingProblems,
  settings: Settings,
  { mayBeTaken = false }: { mayBeTaken?: boolean } = {},
) {
  addFolderProblems(problems, settings)
  await addPasswordProblem(problems, settings)
  await addAddressProblems(problems, settings, mayBeTaken)
}

/**
 * Adds an ADMIN_PASSWORD that is too weak, before the embedded database is created. If there is a database, it may have
 * logins, and only the running program knows whether the password is used.
 */
async function addPasswordProblem(problems: SettingProblems, settings: Settings) {
  const { ADMIN_PASSWORD, ADMIN_EMAIL, ORG_NAME, PASSWORD_MIN_LENGTH, DATABASE_URL, DATA_DIR } = settings
  const isNew = DATABASE_URL === undefined && !existsSync(`${DATA_DIR}/postgres`)
  if (ADMIN_PASSWORD === undefined || !isNew || problems.has('ADMIN_PASSWORD')) return
  const { weaknessOf } = await import('#features/auth/server/weak-password.ts')
  const weakness = weaknessOf(ADMIN_PASSWORD, { minLength: PASSWORD_MIN_LENGTH, names: [ADMIN_EMAIL, ORG_NAME] })
  if (weakness !== undefined) problems.set('ADMIN_PASSWORD', weakness)
}

/** Adds DATA_DIR and SECRETS_FILE if they cannot be used. They may be missing, because the start creates them. */
function addFolderProblems(problems: SettingProblems, { DATABASE_URL, DATA_DIR, SECRETS_FILE }: Settings) {
  const isEmbedded = DATABASE_URL === undefined && !problems.has('DATABASE_URL')
  const isInUse = isEmbedded || dirname(SECRETS_FILE) === DATA_DIR
  const reason = isInUse && reasonAgainstFolder(DATA_DIR)
  if (reason)
    addProblem(problems, 'DATA_DIR', `${DATA_DIR} går inte att använda (${reason}): ska vara en mapp att skriva i`)
  if (problems.has('DATA_DIR') && isWithin(SECRETS_FILE, DATA_DIR)) return
  const reasonAgainstFile = reasonAgainstKeys(SECRETS_FILE)
  if (reasonAgainstFile)
    addProblem(
      problems,
      'SECRETS_FILE',
      `${SECRETS_FILE} går inte att använda (${reasonAgainstFile}): ska vara en fil i en mapp att skriva i`,
    )
}

/** An existing file may be in a folder that cannot be written. */
function reasonAgainstKeys(path: string): string | undefined {
  const { found, reason } = lookAt(path)
  if (reason !== undefined) return reason
  if (!found) return reasonAgainstFolder(dirname(path))
  if (found.isDirectory()) return 'det är en mapp'
  if (!found.isFile()) return 'det är ingen vanlig fil'
  try {
    accessSync(path, constants.R_OK)
    return undefined
  } catch {
    return 'den får inte läsas'
  }
}

/** Throws StartError if the program cannot listen on its address. */
export async function refuseAddress({ PORT, HOST }: Settings) {
  const problems: SettingProblems = new Map()
  await addAddressProblem(problems, ['PORT', PORT], ['HOST', HOST])
  refuseProblems(problems)
}

/** Adds hosts that this machine does not have, and ports in use unless `mayBeTaken`. */
async function addAddressProblems(
  problems: SettingProblems,
  { PORT, HOST, METRICS_PORT, METRICS_HOST }: Settings,
  mayBeTaken: boolean,
) {
  const portOf = (port: number) => (mayBeTaken ? 0 : port)
  await addAddressProblem(problems, ['PORT', portOf(PORT)], ['HOST', HOST])
  if (METRICS_PORT === undefined && !problems.has('METRICS_PORT')) return
  await addAddressProblem(problems, ['METRICS_PORT', portOf(METRICS_PORT ?? 0)], ['METRICS_HOST', METRICS_HOST])
}

async function addAddressProblem(
  problems: SettingProblems,
  [portName, port]: [SettingName, number],
  [hostName, host]: [SettingName, string],
) {
  if (problems.has(hostName)) return
  // With an invalid port the host is still checked, on a port that the system chooses.
  const server = createServer().listen(problems.has(portName) ? 0 : port, host)
  const code = await once(server, 'listening').then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code ?? '',
  )
  if (code === undefined) return void (await new Promise((resolve) => server.close(resolve)))
  if (code === 'EADDRINUSE')
    addProblem(problems, portName, `${port} är upptagen: stäng det andra programmet, eller välj en annan port`)
  else if (code === 'EACCES')
    addProblem(problems, portName, `${port} får programmet inte använda: välj en port från 1024`)
  else addProblem(problems, hostName, `datorn har inte adressen ${host}: ange en som den har`)
}
