// Checks of the database's contents: keys, jobs, mailboxes, files, backups and inconsistent rows.
import { fingerprintOf, fingerprintOfAll, readFingerprint } from '#app/keys/key-check.ts'
import { readSecrets } from '#app/keys/secrets-file.ts'
import { LONG_DAY_MINUTES } from '#features/time/time.rules.ts'
import { isKeyCopyConfirmed } from '#platform/backup/server/last-backup.ts'
import type { BackupTarget } from '#platform/backup/server/make-backup.ts'
import { countWrongAggregates } from '#platform/database/aggregate-check.ts'
import type { Database } from '#platform/database/database.ts'
import { readQueue } from '#platform/jobs/jobs.ts'
import { plural } from '#shared/plural.rules.ts'
import { readVaultKeys } from '../../keys/vault-key-file.ts'
import { checkAnswers } from './answers.ts'
import { checkBackup } from './backups.ts'
import { attempt, type Check, fine, warning, wrong } from './check.ts'
import { checkMailboxes } from './mailboxes.ts'
import { checkWaitingFiles } from './virus-scanner.ts'

const LATE_JOB_SECONDS = 600
/** How many names a message lists. */
const NAMED_MAX = 20

type Contents = { secretsFile: string; target: BackupTarget | undefined; now: Date }

export async function checkContents(database: Database, { secretsFile, target, now }: Contents): Promise<Check[]> {
  const checks = [
    ...(await checkAllKeys(database, secretsFile)),
    await attempt('Summor', () => checkSums(database)),
    await attempt('Svarstider', () => checkAnswers(database)),
    await attempt('Kunder', () => checkCustomers(database)),
    await attempt('Tidrader', () => checkLongTime(database)),
    await attempt('Jobbkö', () => checkQueue(database)),
    await attempt('Brevlådor', () => checkMailboxes(database, now)),
    await attempt('Filer', () => checkWaitingFiles(database, now)),
    await attempt('Säkerhetskopia', () => checkBackup(database, target, now)),
  ]
  return checks.flat()
}

/** Reports an unreadable key file once instead of in each check. */
async function checkAllKeys(database: Database, path: string): Promise<Check[][]> {
  const file = await attempt('Nyckelfil', () => checkKeys(database, path))
  const isUnreadable = await readSecrets(path).then(
    () => false,
    () => true,
  )
  if (isUnreadable) return [file]
  return [
    file,
    await attempt('Kopia av nycklarna', () => checkKeyCopy(database, path)),
    await attempt('Teknisk information', () => checkVault(database, path)),
  ]
}

/** For a database that is not running: whether there is a usable key file. A start needs one if there is data. */
export async function checkKeyFile(path: string, hasData: boolean): Promise<Check> {
  if (await readSecrets(path)) return fine('Nyckelfil', path)
  return hasData
    ? wrong(
        'Nyckelfil',
        `${path} saknas, men det finns data. Lägg tillbaka den från din kopia. Bara efter en återställning utan nycklar skapar starten en ny.`,
      )
    : warning('Nyckelfil', `${path} finns inte än. Den skapas vid första starten.`)
}

async function checkKeys(database: Database, path: string): Promise<Check> {
  const expected = await readFingerprint(database)
  const secrets = await readSecrets(path)
  if (!expected) return checkKeyFile(path, false)
  if (!secrets) return wrong('Nyckelfil', `${path} saknas. Lägg tillbaka den från din kopia.`)
  return fingerprintOf(secrets) === expected
    ? fine('Nyckelfil', `${path} hör till databasen.`)
    : wrong('Nyckelfil', `${path} hör till en annan databas. Lägg tillbaka den rätta från din kopia.`)
}

async function checkKeyCopy(database: Database, path: string): Promise<Check> {
  const title = 'Kopia av nycklarna'
  const fingerprint = await fingerprintOfAll(path)
  if (await database.as('owner', (db) => isKeyCopyConfirmed(db, fingerprint)))
    return fine(title, 'En administratör har sagt att den finns.')
  return warning(title, `Spara ${path} på ett annat ställe och bekräfta det under Inställningar.`)
}

async function checkVault(database: Database, path: string): Promise<Check> {
  const title = 'Teknisk information'
  const available = new Set((await readVaultKeys(path)).map(({ id }) => id))
  const used = await database.as('owner', (db) =>
    db.selectFrom('customerCredentials').select('keyId').union(db.selectFrom('auth.factors').select('keyId')).execute(),
  )
  // A deleted text has no key, nor has a passkey.
  const missing = used.flatMap(({ keyId }) => (keyId === null || available.has(keyId) ? [] : [keyId]))
  return missing.length === 0
    ? fine(title, 'Alla nycklar som behövs finns.')
    : wrong(
        title,
        `Nyckel ${missing.join(', ')} saknas i ${path}: texter och autentiseringsappar går inte att läsa. Lägg tillbaka filen från din kopia.`,
      )
}

async function checkSums(database: Database): Promise<Check> {
  const count = await database.as('owner', countWrongAggregates)
  return count === 0
    ? fine('Summor', 'Alla stämmer med sina rader.')
    : wrong('Summor', `${count} stämmer inte med sina rader. Räkna om dem i databasen: select stodpunkt.recount_sums()`)
}

/** Names may differ only in Unicode composition, so whether two rows are one customer is left to a person. */
async function checkCustomers(database: Database): Promise<Check> {
  const doubles = await database.as('owner', (db) =>
    db
      .selectFrom('customers')
      .select((eb) => ['name', eb.fn.countAll<number>().as('count')])
      .where('archivedAt', 'is', null)
      .groupBy(['orgId', 'name'])
      .having((eb) => eb.fn.countAll(), '>', 1)
      .orderBy('name')
      .execute(),
  )
  const names = doubles.slice(0, NAMED_MAX).map(({ name, count }) => `${name} (${count})`)
  if (doubles.length > NAMED_MAX) names.push(`och ${doubles.length - NAMED_MAX} till`)
  return doubles.length === 0
    ? fine('Kunder', 'Alla har olika namn.')
    : warning('Kunder', `Samma namn på flera: ${names.join(', ')}. Är de en kund, arkivera den ena i backoffice.`)
}

/**
 * Entries longer than 16 hours. An earlier version stored such entries for a quarter of an hour in the repeated hour of
 * autumn, and only a person knows which times were meant.
 */
async function checkLongTime(database: Database): Promise<Check> {
  const rows = await database.as('owner', (db) =>
    db
      .selectFrom('timeEntries')
      .innerJoin('customers', (join) =>
        join.onRef('customers.orgId', '=', 'timeEntries.orgId').onRef('customers.id', '=', 'timeEntries.customerId'),
      )
      .select(['timeEntries.workDate', 'timeEntries.timeFrom', 'timeEntries.timeTo', 'customers.name'])
      .where('timeEntries.minutes', '>', LONG_DAY_MINUTES)
      .orderBy('timeEntries.workDate')
      .execute(),
  )
  const named = rows
    .slice(0, NAMED_MAX)
    .map(({ workDate, timeFrom, timeTo, name }) => `${workDate} ${timeFrom.slice(0, 5)}–${timeTo.slice(0, 5)} ${name}`)
  if (rows.length > NAMED_MAX) named.push(`och ${rows.length - NAMED_MAX} till`)
  const hours = plural(LONG_DAY_MINUTES / 60, 'timme', 'timmar')
  return rows.length === 0
    ? fine('Tidrader', `Ingen är längre än ${hours}.`)
    : warning('Tidrader', `Längre än ${hours}: ${named.join(', ')}. Stämmer de inte, rätta dem under Tid.`)
}

async function checkQueue(database: Database): Promise<Check[]> {
  const { waiting, oldestSeconds, givenUp } = await readQueue(database)
  const checks: Check[] = []
  if (oldestSeconds > LATE_JOB_SECONDS)
    checks.push(
      warning(
        'Jobbkö',
        `${waiting} jobb väntar, det äldsta sedan ${plural(Math.round(oldestSeconds / 60), 'minut', 'minuter')}. Är Stödpunkt igång?`,
      ),
    )
  if (givenUp > 0)
    checks.push(warning('Jobbkö', `${givenUp} jobb har misslyckats för gott. Läs i loggen varför: "a job failed".`))
  return checks.length > 0 ? checks : [fine('Jobbkö', `${waiting} jobb väntar.`)]
}
