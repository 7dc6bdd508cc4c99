// Files are scanned on arrival, and by a job if the scanner did not answer then.
import { sql } from 'kysely'
import type { Database, Db } from '#platform/database/database.ts'
import { invalidField } from '#platform/http/app-error.ts'
import type { Tasks } from '#platform/jobs/job-catalogue.ts'
import { chunkCount, readChunks } from './chunks.ts'
import { type Scanner, ScannerUnavailable, type Verdict } from './clamd.ts'
import type { FileKey } from './files.queries.ts'

type CompleteFile = FileKey & { bytes: number }
type Warn = (facts: object, text: string) => void

export const FILE_CHECK = 'file-check'
/** How long an upload waits at most for the verdict; after that the job takes over. */
export const CHECK_RECEIVED_MS = 20_000
/** How long the job waits for the verdict on one file. */
export const CHECK_LATER_MS = 120_000
/** The request that received a younger file may still be checking it. */
const LEFT_TO_JOB_AFTER_SECONDS = 60
const FILES_OF_A_RUN = 20

/** Scans a file in the state 'checking' and stores the verdict. Throws ScannerUnavailable; the file then stays in that state. */
async function checkFile(database: Database, scanner: Scanner, { orgId, id, bytes }: CompleteFile) {
  const removed = () => new ScannerUnavailable('the file is not there any more')
  const content = readChunks((work) => database.as('jobs', work), { orgId, id }, chunkCount(bytes), removed)
  const verdict = await scanner.scan(content)
  await database.as('jobs', (db) =>
    sql`select finish_check(${orgId}, ${id}, ${verdict.state}, ${verdict.finding})`.execute(db),
  )
  return verdict
}

/** Scans a file that has just arrived: returns the verdict, or undefined while the scanner does not answer. */
export type CheckReceived = (file: CompleteFile) => Promise<Verdict | undefined>

export const checkReceived =
  (database: Database, scanner: Scanner): CheckReceived =>
  (file) =>
    checkFile(database, scanner, file).catch((error: unknown) => {
      if (error instanceof ScannerUnavailable) return undefined
      throw error
    })

/** Throws 422 for a file that is refused. */
export function requireClean(verdict: Verdict | undefined) {
  if (verdict?.state === 'infected')
    throw invalidField('file', `Filen innehåller skadlig kod (${verdict.finding}) och togs inte emot.`)
  if (verdict?.state === 'unchecked')
    throw invalidField(
      'file',
      'Filen gick inte att kontrollera och togs inte emot. Packa upp den och skicka filerna var för sig.',
    )
}

/** The task that checks waiting files, oldest first, until the scanner does not answer. */
export const checkTasks = ({
  database,
  scanner,
  warn,
}: {
  database: Database
  scanner: Scanner
  warn: Warn
}): Tasks => ({
  [FILE_CHECK]: async () => {
    for (const file of await database.as('jobs', listWaiting)) {
      try {
        await checkFile(database, scanner, file)
      } catch (error) {
        if (!(error instanceof ScannerUnavailable)) throw error
        warn({ reason: error.message, file: file.id }, 'a file could not be checked for viruses')
        // The failure may concern this file only.
        if (!(await isAnswering(scanner))) return
      }
    }
  },
})

const isAnswering = (scanner: Scanner) =>
  scanner.version().then(
    () => true,
    () => false,
  )

const listWaiting = (db: Db): Promise<CompleteFile[]> =>
  db
    .selectFrom('files')
    .select(['orgId', 'id', 'bytes'])
    .where('state', '=', 'checking')
    .where('createdAt', '<', sql<string>`now() - ${sql.lit(LEFT_TO_JOB_AFTER_SECONDS)} * interval '1 second'`)
    .orderBy('createdAt')
    .limit(FILES_OF_A_RUN)
    .execute()

/** Every minute. */
export const checkSchedule = [{ task: FILE_CHECK, match: '* * * * *' }]

/** How long the oldest unchecked file has waited, in seconds; 0 when none waits. Requires the jobs' role. */
export async function readOldestUnchecked(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(created_at)), 0)::int as seconds from files
    where state = 'checking'`.execute(db)
  return rows[0]?.seconds ?? 0
}
