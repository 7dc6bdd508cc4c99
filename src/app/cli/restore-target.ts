// Where a restore puts its rows. Imports little, so that the place is marked before anything else is read.
import { existsSync, readdirSync, rmdirSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { isFolderMarked, markFolder, unmarkFolder } from '#db/folder-mark.ts'
import type { Settings } from '../server/settings.ts'

/**
 * A place that is marked as being restored from now on, and until the rows are in it. `abandon` leaves it as it was; what
 * an earlier, interrupted restore has marked stays marked.
 */
export type RestoreTarget = {
  /** The empty database. Throws StartError when it is not empty. */
  open(): Promise<pg.ClientConfig>
  abandon(): Promise<void>
  close(): Promise<void>
}

/** Throws StartError when the place cannot be used; nothing is changed then. */
export const markTarget = ({ DATABASE_URL, DATA_DIR }: Settings): Promise<RestoreTarget> =>
  DATABASE_URL ? ownServer({ connectionString: DATABASE_URL }) : dataFolder(DATA_DIR)

async function ownServer(connection: pg.ClientConfig): Promise<RestoreTarget> {
  const { beginRestore } = await import('#db/backup/restore-backup.ts')
  const { isFirst } = await beginRestore(connection)
  return {
    open: async () => connection,
    abandon: async () => {
      if (isFirst) await abandonIn(connection)
    },
    close: async () => undefined,
  }
}

async function dataFolder(dataDir: string): Promise<RestoreTarget> {
  const cluster = join(dataDir, 'postgres')
  const hasFolder = existsSync(dataDir)
  const hasCluster = existsSync(cluster) && readdirSync(cluster).length > 0
  const wasMarked = isFolderMarked(dataDir)
  // A cluster may hold a company: it is marked inside, once it is known to be empty.
  if (!hasCluster && !wasMarked) markFolder(dataDir)
  let server: Awaited<ReturnType<typeof startServer>> | undefined
  let isFirst = false
  return {
    open: async () => {
      server = await startServer(dataDir)
      const connection = await server.prepare()
      isFirst = (await beginIn(dataDir, connection)).isFirst
      return connection
    },
    abandon: async () => {
      if (hasCluster && isFirst && server) await abandonIn(await server.prepare())
      await server?.stop()
      if (hasCluster || wasMarked) return
      if (server) await removeCluster(dataDir, cluster)
      // Made by somebody who started at the same moment, or not even startable: nobody knows what is in it.
      if (existsSync(cluster)) return
      unmarkFolder(dataDir)
      if (!hasFolder) removeEmpty(dataDir)
    },
    close: async () => server?.stop(),
  }
}

/** From here on the mark is in the database; one that is not empty needs none. */
async function beginIn(dataDir: string, connection: pg.ClientConfig) {
  const { beginRestore, NotEmpty } = await import('#db/backup/restore-backup.ts')
  try {
    const begun = await beginRestore(connection)
    unmarkFolder(dataDir)
    return begun
  } catch (error) {
    if (error instanceof NotEmpty) unmarkFolder(dataDir)
    throw error
  }
}

async function abandonIn(connection: pg.ClientConfig) {
  const { abandonRestore } = await import('#db/backup/restore-backup.ts')
  await abandonRestore(connection)
}

async function startServer(dataDir: string) {
  const [{ default: pg }, { startEmbeddedPostgres }, { prepareDatabase }, { EMBEDDED }] = await Promise.all([
    import('pg'),
    import('#db/embedded/embedded-postgres.ts'),
    import('#db/prepare.ts'),
    import('../server/start-database.ts'),
  ])
  const embedded = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn() {}, error() {} } })
  const { host, port } = embedded.connection
  return {
    stop: embedded.stop,
    prepare: async (): Promise<pg.ClientConfig> => {
      const superuser = new pg.Client(embedded.connection)
      await superuser.connect()
      try {
        await prepareDatabase(superuser, EMBEDDED)
      } finally {
        await superuser.end()
      }
      return { host, port, user: EMBEDDED.login, database: EMBEDDED.database }
    },
  }
}

/** Under a name that the next start removes: a folder that is removed by half is no database any more. */
async function removeCluster(dataDir: string, cluster: string) {
  markFolder(dataDir)
  const aside = `${cluster}.tmp-abandoned`
  await rename(cluster, aside)
  await rm(aside, { recursive: true, force: true, maxRetries: 5 })
}

function removeEmpty(folder: string) {
  try {
    rmdirSync(folder)
  } catch {
    // PostgreSQL's log, for whoever wants to know what went wrong.
  }
}
