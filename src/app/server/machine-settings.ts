// Settings that only this machine can judge, before anything is started or made.
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { reasonAgainstFolder } from '#db/make-folder.ts'
import { addProblem, refuseProblems, type SettingProblems } from './setting-problems.ts'
import { judgeSettings, type SettingName, type Settings } from './settings.ts'

/** The settings of a start. Throws a StartError that names every setting that is wrong, also for this machine. */
export async function readStartSettings(environment: NodeJS.ProcessEnv): Promise<Settings> {
  const { settings, problems } = judgeSettings(environment)
  addFolderProblems(problems, settings)
  await addAddressProblems(problems, settings)
  refuseProblems(problems)
  return settings
}

/** Names DATA_DIR and SECRETS_FILE where they cannot be used. They may be missing: the start makes them. */
export function addFolderProblems(problems: SettingProblems, { DATABASE_URL, DATA_DIR, SECRETS_FILE }: Settings) {
  const isEmbedded = DATABASE_URL === undefined && !problems.has('DATABASE_URL')
  const isInUse = isEmbedded || dirname(SECRETS_FILE) === DATA_DIR
  const reason = isInUse && reasonAgainstFolder(DATA_DIR)
  if (reason)
    addProblem(problems, 'DATA_DIR', `${DATA_DIR} går inte att använda (${reason}): ska vara en mapp att skriva i`)
  if (problems.has('DATA_DIR')) return
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
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) return 'det är en mapp'
  return found ? undefined : reasonAgainstFolder(dirname(path))
}

/** Throws a StartError when the program's address cannot be listened on. */
export async function refuseAddress({ PORT, HOST }: Settings) {
  const problems: SettingProblems = new Map()
  await addAddressProblem(problems, ['PORT', PORT], ['HOST', HOST])
  refuseProblems(problems)
}

/** Names hosts that this machine does not have, and, unless this program may have them, ports that it does not give. */
export async function addAddressProblems(
  problems: SettingProblems,
  { PORT, HOST, METRICS_PORT, METRICS_HOST }: Settings,
  { mayBeTaken = false } = {},
) {
  const portOf = (port: number) => (mayBeTaken ? 0 : port)
  await addAddressProblem(problems, ['PORT', portOf(PORT)], ['HOST', HOST])
  if (METRICS_PORT === undefined) return
  await addAddressProblem(problems, ['METRICS_PORT', portOf(METRICS_PORT)], ['METRICS_HOST', METRICS_HOST])
}

async function addAddressProblem(
  problems: SettingProblems,
  [portName, port]: [SettingName, number],
  [hostName, host]: [SettingName, string],
) {
  if (problems.has(portName) || problems.has(hostName)) return
  const server = createServer().listen(port, host)
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
