// Restores the keys and rows of a backup file.
import { rm } from 'node:fs/promises'
import { rowsIn } from '#platform/backup/file/manifest.ts'
import { type CheckedBackup, checkBackup, openKeysOf } from '#platform/backup/file/read-backup.ts'
import { migrationsOf, restoreBackup } from '#platform/backup/file/restore-backup.ts'
import { startCommand } from '#platform/database/operator-command.ts'
import { StartError } from '#platform/database/start-error.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { formatNumber, plural } from '#shared/plural.rules.ts'
import { fingerprintOf } from '../keys/key-check.ts'
import { parseSecrets, readSecrets, writeSecretsOnce } from '../keys/secrets-file.ts'
import type { Settings } from '../server/settings.ts'
import type { RestoreTarget } from './restore-target.ts'
import { ask, isTerminal } from './terminal.ts'

type Restore = {
  path: string
  /** Restores although the keys are lost. */
  isWithoutKeys: boolean
  target: RestoreTarget
  settings: Settings
  environment: NodeJS.ProcessEnv
}

/**
 * Reads the file, finds its keys and fills the target. Returns the text to print. Throws StartError, without leaving
 * keys behind.
 */
export async function restoreInto({ path, isWithoutKeys, target, settings, environment }: Restore): Promise<string> {
  const backup = await checkBackup(path)
  await migrationsOf(backup.manifest) // refuses other versions before any prompt or write
  const keys = isWithoutKeys ? undefined : await keysFor(backup, settings.SECRETS_FILE, environment)
  const connection = await target.open()
  if (keys) await writeSecretsOnce(settings.SECRETS_FILE, keys)
  await restoreBackup({ connection, backup, isWithoutKeys }).catch(async (error: unknown) => {
    if (keys) await rm(settings.SECRETS_FILE, { force: true })
    throw error
  })
  return describe(backup, isWithoutKeys)
}

/** The keys to write; undefined if the key file already has the right ones. Throws StartError if they are missing. */
async function keysFor(backup: CheckedBackup, secretsFile: string, environment: NodeJS.ProcessEnv) {
  const { fingerprint, isIncluded } = backup.manifest.keys
  const present = await readSecrets(secretsFile)
  if (present) {
    if (fingerprint === null || fingerprintOf(present) === fingerprint) return undefined
    throw new StartError(
      `Nycklarna i ${secretsFile} är inte de som säkerhetskopian hör ihop med. Flytta undan filen, eller ange den rätta som SECRETS_FILE.`,
    )
  }
  if (isIncluded) {
    const keys = await openKeysOf(backup, await passphraseOf(environment))
    parseSecrets(keys.toString('utf8'), secretsFile)
    return keys
  }
  if (fingerprint === null) return undefined
  throw new StartError(
    `Nycklarna är inte med i säkerhetskopian och ${secretsFile} finns inte. Lägg din kopia av nyckelfilen där och kör igen, eller kör med --without-keys om den är borta.`,
  )
}

async function passphraseOf({ BACKUP_PASSPHRASE }: NodeJS.ProcessEnv): Promise<string> {
  if (BACKUP_PASSPHRASE) return BACKUP_PASSPHRASE
  if (!isTerminal()) {
    throw new StartError(
      'Nycklarna i säkerhetskopian är krypterade. Ange lösenfrasen som BACKUP_PASSPHRASE, lägg nyckelfilen på plats eller kör med --without-keys.',
    )
  }
  return ask('Lösenfras för nycklarna: ', { isSecret: true })
}

function describe({ manifest }: CheckedBackup, isWithoutKeys: boolean): string {
  const { createdAt, organizations, waitingJobs } = manifest
  const lost = isWithoutKeys
    ? '\nKundernas tekniska information går inte att läsa utan sin nyckel: vaultKeys ur den gamla nyckelfilen.'
    : ''
  return `
Återställt: ${plural(rowsIn(manifest), 'rad', 'rader')} för ${organizations.join(', ')}, som de var ${momentInStockholm(createdAt)}. Varje tabell är jämförd med filen.
Alla loggar in igen. Mejl som låg i kön skickas inte (${formatNumber(waitingJobs)}).${lost}
Starta nu: ${startCommand()}
`
}
