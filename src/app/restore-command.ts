import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import pg from 'pg'
import { rowsIn } from '#db/backup/manifest.ts'
import { type CheckedBackup, checkBackup, openKeysOf } from '#db/backup/read-backup.ts'
import { refuseFilled, refuseNewer, restoreBackup } from '#db/backup/restore-backup.ts'
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts'
import { findRunningServer } from '#db/embedded/running-server.ts'
import { prepareDatabase } from '#db/prepare.ts'
import { StartError } from '#db/start-error.ts'
import { fingerprintOf } from './keys.ts'
import { parseSecrets, readSecrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import { EMBEDDED } from './start-database.ts'
import { ask, isTerminal } from './terminal.ts'

const USAGE = `Kör: npm run restore -- fil
  Till den tomma databasen i DATABASE_URL, annars till en ny DATA_DIR.
  Nycklarna tas ur filen (lösenfrasen frågas efter, eller BACKUP_PASSPHRASE) eller ur SECRETS_FILE.
  npm run restore -- fil --without-keys   när nycklarna är borta: alla loggar in igen, teknisk information går inte att läsa`

/** `npm run restore -- file`: everything of a backup in an empty place, or nothing. Throws StartError. */
export async function restoreCommand(args: string[], settings: Settings, environment: NodeJS.ProcessEnv) {
  const isWithoutKeys = args.includes('--without-keys')
  const [path, ...more] = args.filter((arg) => arg !== '--without-keys')
  if (!path || more.length > 0 || path.startsWith('--')) throw new StartError(USAGE)
  const backup = await checkBackup(path)
  await refuseNewer(backup.manifest)
  const keys = isWithoutKeys ? undefined : await keysFor(backup, settings.SECRETS_FILE, environment)
  await intoEmptyDatabase(settings, async (connection) => {
    if (keys) await writeKeys(settings.SECRETS_FILE, keys)
    await restoreBackup({ connection, backup, isWithoutKeys }).catch(async (error: unknown) => {
      if (keys) await rm(settings.SECRETS_FILE, { force: true })
      throw error
    })
  })
  process.stdout.write(describe(backup, isWithoutKeys))
}

/** The keys to write, or undefined when the right ones are in place. Throws StartError when they are nowhere. */
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

async function writeKeys(path: string, keys: Buffer) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, keys, { mode: 0o600, flag: 'wx', flush: true })
}

/** A failure takes away the server's files when they were made for it. */
async function intoEmptyDatabase(
  { DATABASE_URL, DATA_DIR }: Settings,
  work: (connection: pg.ClientConfig) => Promise<void>,
) {
  if (DATABASE_URL) return work({ connectionString: DATABASE_URL })
  if (await findRunningServer(DATA_DIR)) {
    throw new StartError(`Stödpunkt kör redan på ${DATA_DIR}. Återställ till en tom DATA_DIR. Inget är ändrat.`)
  }
  const cluster = `${DATA_DIR}/postgres`
  const isNew = !existsSync(cluster)
  const embedded = await startEmbeddedPostgres({ dataDir: DATA_DIR, log: { info() {}, warn() {}, error() {} } })
  let isDone = false
  try {
    const { host, port } = embedded.connection
    const connection = { host, port, user: EMBEDDED.login, database: EMBEDDED.database }
    if (!isNew) await refuseFilled(connection)
    const superuser = new pg.Client(embedded.connection)
    await superuser.connect()
    await prepareDatabase(superuser, EMBEDDED)
    await superuser.end()
    await work(connection)
    isDone = true
  } finally {
    await embedded.stop()
    if (isNew && !isDone) await rm(cluster, { recursive: true, force: true })
  }
}

const number = new Intl.NumberFormat('sv-SE')

function describe({ manifest }: CheckedBackup, isWithoutKeys: boolean): string {
  const { createdAt, organizations, waitingJobs } = manifest
  const lost = isWithoutKeys
    ? '\nKundernas tekniska information går inte att läsa utan sin nyckel: vaultKeys ur den gamla nyckelfilen.'
    : ''
  return `
Återställt: ${number.format(rowsIn(manifest))} rader för ${organizations.join(', ')}, som de var ${createdAt.slice(0, 16).replace('T', ' ')} UTC. Varje tabell är jämförd med filen.
Alla loggar in igen. Mejl som låg i kön skickas inte (${number.format(waitingJobs)}).${lost}
Starta nu: npm start
`
}
