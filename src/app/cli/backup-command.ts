import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PASSPHRASE_MIN_LENGTH } from '#platform/backup/file/locked-keys.ts'
import { rowsIn } from '#platform/backup/file/manifest.ts'
import { backupName } from '#platform/backup/server/backup-files.ts'
import { findLastBackup } from '#platform/backup/server/last-backup.ts'
import { type CreatedBackup, failureReason, makeBackup } from '#platform/backup/server/make-backup.ts'
import { operatorCommand } from '#platform/database/operator-command.ts'
import { isForbidden, runsAs } from '#platform/database/own-account.ts'
import { StartError } from '#platform/database/start-error.ts'
import { formatNumber, plural } from '#shared/plural.rules.ts'
import { readSecrets } from '../keys/secrets-file.ts'
import { backupTarget } from '../server/backup-target.ts'
import type { Settings } from '../server/settings.ts'
import { onDatabase } from './operator-database.ts'
import { namedFile } from './service.ts'
import { ask, isTerminal } from './terminal.ts'

const usage = () => `Kör: ${operatorCommand('backup')}, med en fil eller val efter:
  ${operatorCommand('backup', '/mnt/usb/kopia.tar.zst')}   till en fil som inte finns
  ${operatorCommand('backup', '--with-keys')}              nycklarna med, under en lösenfras (frågas efter, eller BACKUP_PASSPHRASE)
  ${operatorCommand('backup', '--without-keys')}           utan nycklar, utan fråga`

/** `npm run backup`: writes the whole database to one file. Throws StartError. */
export async function backupCommand(args: string[], settings: Settings, environment: NodeJS.ProcessEnv) {
  const options = args.filter((arg) => arg.startsWith('-'))
  const [file, ...more] = args.filter((arg) => !arg.startsWith('-'))
  if (more.length > 0 || options.length > 1 || options.some((flag) => !/^--with(out)?-keys$/.test(flag))) {
    throw new StartError(usage())
  }
  const now = new Date()
  const { folder, dataDir } = backupTarget(settings)
  const path = file ? namedFile(file, environment) : join(folder, backupName('asked', now))
  await refuseExisting(path)
  await onDatabase(settings, async (database, connection) => {
    const { last } = await database.as('backup', findLastBackup)
    const keys = (await isWithKeys(options[0], last === null))
      ? { content: await keysOf(settings.SECRETS_FILE), passphrase: await choosePassphrase(environment) }
      : undefined
    const backup = await makeBackup({ connection, database, kind: 'asked', path, dataDir, now, keys }).catch(
      (error: unknown) => {
        const account = isForbidden(error) ? ` ${runsAs()}` : ''
        throw new StartError(`Säkerhetskopian gick inte att göra i ${path}: ${failureReason(error)}${account}`, {
          cause: error,
        })
      },
    )
    process.stdout.write(describe(backup, settings.SECRETS_FILE))
  })
}

async function refuseExisting(path: string) {
  const exists = await lstat(path).then(
    () => true,
    () => false, // a folder that cannot be created is reported when the backup is written
  )
  if (exists) throw new StartError(`${path} finns redan och skrivs inte över. Ange ett annat namn.`)
}

/** Without a flag, prompts in a terminal before the first backup; otherwise the keys are left out. */
async function isWithKeys(flag: string | undefined, isFirst: boolean): Promise<boolean> {
  if (flag) return flag === '--with-keys'
  if (!isFirst || !isTerminal()) return false
  const answer = await ask('Ska nycklarna följa med, krypterade med en lösenfras? [j/N] ')
  return /^j/i.test(answer.trim())
}

async function keysOf(path: string): Promise<Buffer> {
  if (!(await readSecrets(path))) throw new StartError(`Nyckelfilen ${path} finns inte. Kör utan --with-keys.`)
  return readFile(path)
}

async function choosePassphrase({ BACKUP_PASSPHRASE }: NodeJS.ProcessEnv): Promise<string> {
  const passphrase = BACKUP_PASSPHRASE || (await askTwice())
  if (passphrase.length < PASSPHRASE_MIN_LENGTH) {
    throw new StartError(`Lösenfrasen ska ha minst ${PASSPHRASE_MIN_LENGTH} tecken.`)
  }
  return passphrase
}

async function askTwice(): Promise<string> {
  if (!isTerminal()) throw new StartError('Ange lösenfrasen som BACKUP_PASSPHRASE när ingen terminal finns.')
  const first = await ask(`Lösenfras (minst ${PASSPHRASE_MIN_LENGTH} tecken): `, { isSecret: true })
  if ((await ask('Samma igen: ', { isSecret: true })) !== first) throw new StartError('Lösenfraserna är inte lika.')
  return first
}

function describe({ path, bytes, manifest }: CreatedBackup, secretsFile: string): string {
  const { organizations, waitingJobs, keys } = manifest
  const companies = organizations.length > 0 ? ` för ${organizations.join(', ')}` : ''
  const aboutKeys = keys.isIncluded
    ? 'Nycklarna är med, under lösenfrasen. Förvara lösenfrasen på ett annat ställe än filen.'
    : `Nycklarna är inte med. Kopiera ${secretsFile} till ett annat ställe än säkerhetskopian: utan den är kundernas tekniska information borta för alltid.`
  return `
Säkerhetskopian är klar: ${path}
  ${plural(rowsIn(manifest), 'rad', 'rader')}${companies}, ${formatNumber(Math.ceil(bytes / 1024))} kB
  Inte med: inloggade enheter och länkar i mejl (alla loggar in igen) och mejl i kön (${formatNumber(waitingJobs)} väntar på att skickas).
${aboutKeys}
`
}
