// Settings that only this machine can judge, before anything is started or made.
import { once } from 'node:events'
import { accessSync, constants, existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { isWithin, lookAt, reasonAgainstFolder } from '#platform/database/make-folder.ts'
import { addProblem, refuseProblems, type SettingProblems } from './setting-problems.ts'
import { judgeSettings, type SettingName, type Settings } from './settings.ts'

/** The settings of a start. Throws a StartError that names every setting that is wrong, also for this machine. */
export async function readStartSettings(environment: NodeJS.ProcessEnv): Promise<Settings> {
  const { settings, problems } = judgeSettings(environment)
  await addMachineProblems(problems, settings)
  refuseProblems(problems)
  return settings
}

/** Names what this machine does not have or give; with `mayBeTaken` not the ports, which the program itself may have. */
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
 * Names an ADMIN_PASSWORD that is too weak, before the embedded database is made. Where there is a database, which may have
 * logins, only the program knows whether the password is used at all.
 */
async function addPasswordProblem(problems: SettingProblems, settings: Settings) {
  const { ADMIN_PASSWORD, ADMIN_EMAIL, ORG_NAME, PASSWORD_MIN_LENGTH, DATABASE_URL, DATA_DIR } = settings
  const isNew = DATABASE_URL === undefined && !existsSync(`${DATA_DIR}/postgres`)
  if (ADMIN_PASSWORD === undefined || !isNew || problems.has('ADMIN_PASSWORD')) return
  const { weaknessOf } = await import('#features/auth/server/weak-password.ts')
  const weakness = weaknessOf(ADMIN_PASSWORD, { minLength: PASSWORD_MIN_LENGTH, names: [ADMIN_EMAIL, ORG_NAME] })
  if (weakness !== undefined) problems.set('ADMIN_PASSWORD', weakness)
}

/** Names DATA_DIR and SECRETS_FILE where they cannot be used. They may be missing: the start makes them. */
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

/** A file that is there may be in a folder that is not to be written. */
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

/** Throws a StartError when the program's address cannot be listened on. */
export async function refuseAddress({ PORT, HOST }: Settings) {
  const problems: SettingProblems = new Map()
  await addAddressProblem(problems, ['PORT', PORT], ['HOST', HOST])
  refuseProblems(problems)
}

/** Names hosts that this machine does not have, and, unless this program may have them, ports that it does not give. */
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
  // Beside a bad port the host is judged all the same, with a port that the machine chooses.
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
