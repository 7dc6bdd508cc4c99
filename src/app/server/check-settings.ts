// Settings that only the running installation can check.
import { isMissing, openBackupFolder } from '#platform/backup/server/backup-files.ts'
import type { Database } from '#platform/database/database.ts'
import { folderProblem } from '#platform/database/make-folder.ts'
import { StartError } from '#platform/database/start-error.ts'
import type { Settings } from './settings.ts'

/** Throws StartError if SITE_ORG is not an organization, because the public site would be empty and its forms lost. */
export async function refuseUnknownSite(database: Database, { SITE_ORG }: Pick<Settings, 'SITE_ORG'>) {
  if (SITE_ORG === undefined) return
  const organizations = await database.as('owner', (db) =>
    db.selectFrom('organizations').select(['id', 'name']).orderBy('createdAt').execute(),
  )
  if (organizations.some(({ id }) => id === SITE_ORG)) return
  const known = organizations.map(({ id, name }) => `${id} (${name})`).join(', ')
  const others = known === '' ? '' : `, eller ange ${known}`
  throw new StartError(`SITE_ORG ${SITE_ORG} är ingen organisation i databasen. Ta bort den${others}.`)
}

const MISSING = 'den finns inte. Är disken monterad? Utanför DATA_DIR skapas ingen mapp'

/** What is wrong with BACKUP_DIR. Not fatal, because customers need the program also while the backup disk is away. */
export async function backupFolderProblem({
  BACKUP_DIR,
  DATA_DIR,
}: Pick<Settings, 'BACKUP_DIR' | 'DATA_DIR'>): Promise<string | undefined> {
  if (BACKUP_DIR === undefined) return undefined
  return openBackupFolder(BACKUP_DIR, DATA_DIR).then(
    () => undefined,
    ({ cause }: Error) =>
      `BACKUP_DIR ${BACKUP_DIR} går inte att använda: ${isMissing(cause) ? MISSING : folderProblem(cause)}. Inga säkerhetskopior görs förrän den går att skriva i.`,
  )
}
