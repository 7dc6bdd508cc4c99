// Checks that the virus scanner answers, scans whole files, and reports content that it cannot scan.
import { MAIL_WAITS_MINUTES } from '#features/files/files.contract.ts'
import { openClamd, type Scanner, ScannerUnavailable } from '#features/files/server/clamd.ts'
import type { Database } from '#platform/database/database.ts'
import { plural } from '#shared/plural.rules.ts'
import { type Check, fine, warning, wrong } from './check.ts'
import { eicarBehindFiller, FILLER_MIB, nestedTooDeep } from './scanner-samples.ts'

const TITLE = 'Virusskydd'
const LIMIT_MS = 120_000
/** The limit that docs/operations.md also states. */
const CLAMD_LIMIT = '100M'

export async function checkScanner(url: string | undefined): Promise<Check> {
  if (!url) return warning(TITLE, 'CLAMD_URL saknas: filer som kommer kontrolleras inte för skadlig kod.')
  try {
    return await tryScanner(openClamd(url, LIMIT_MS))
  } catch (error) {
    if (!(error instanceof ScannerUnavailable)) throw error
    return wrong(
      TITLE,
      'clamd svarar inte. Filer som kommer väntar och går inte att öppna. Starta clamd och kontrollera CLAMD_URL.',
    )
  }
}

async function tryScanner(scanner: Scanner): Promise<Check> {
  const version = await scanner.version()
  const large = await scanner.scan(eicarBehindFiller())
  if (large.state === 'unchecked')
    return wrong(
      TITLE,
      `clamd tar inte emot så stora filer som Stödpunkt. Sätt StreamMaxLength, MaxFileSize och MaxScanSize till minst ${CLAMD_LIMIT}.`,
    )
  if (large.state === 'ready')
    return wrong(
      TITLE,
      `clamd hittar inte testfilen EICAR efter ${FILLER_MIB} MiB. Hämta signaturer (freshclam) och sätt MaxFileSize och MaxScanSize till minst ${CLAMD_LIMIT}.`,
    )
  if ((await scanner.scan([nestedTooDeep()])).state === 'ready')
    return wrong(
      TITLE,
      'clamd kallar det rent som den inte har tittat på. Ange AlertExceedsMax yes i clamd.conf och starta om clamd.',
    )
  return fine(TITLE, `${version.replace(/[^\w ./:-]/g, '').slice(0, 80)} hittar testfilen EICAR.`)
}

/** Files that have waited for the scanner longer than mail is delayed for them. */
export async function checkWaitingFiles(database: Database, now: Date): Promise<Check[]> {
  const before = new Date(now.getTime() - MAIL_WAITS_MINUTES * 60_000).toISOString()
  const { count } = await database.as('owner', (db) =>
    db
      .selectFrom('files')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', 'checking')
      .where('createdAt', '<', before)
      .executeTakeFirstOrThrow(),
  )
  if (Number(count) === 0) return []
  const files = plural(Number(count), 'fil', 'filer')
  return [
    warning('Filer', `${files} har väntat längre än ${MAIL_WAITS_MINUTES} minuter på att kontrolleras. Svarar clamd?`),
  ]
}
