// The target of a restore. Has few imports, so that the target is marked early.
import { existsSync, readdirSync, rmdirSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { isFolderMarked, markFolder, unmarkFolder } from '#platform/database/folder-mark.ts'
import type { Settings } from '../server/settings.ts'

/**
 * A target that is marked as unfinished until all rows are committed. `abandon` restores its previous state, except for
 * the mark of an earlier, interrupted restore.
 */
export type RestoreTarget = {
  /** Returns the connection to the empty database. Throws StartError if it is not empty. */
  open(): Promise<pg.ClientConfig>
  abandon(): Promise<void>
  /** The error to report for a failed restore; read before `abandon`. */
  explain(error: unknown): unknown
  close(): Promise<void>
}

/** Throws StartError, without changes, if the target cannot be used. */
export const markTarget = ({ DATABASE_URL, DATABASE_MEMORY_MB, DATA_DIR }: Settings): Promise<RestoreTarget> =>
  DATABASE_URL ? externalDatabase({ connectionString: DATABASE_URL }) : dataFolder(DATA_DIR, DATABASE_MEMORY_MB)

async function externalDatabase(connection: pg.ClientConfig): Promise<RestoreTarget> {
  const { beginRestore } = await import('#platform/backup/file/restore-backup.ts')
  const { isFirst } = await beginRestore(connection)
  return {
    open: async () => connection,
    abandon: async () => {
      if (isFirst) await abandonIn(connection)
    },
    explain: (error) => error,
    close: async () => undefined,
  }
}

async function dataFolder(dataDir: string, memoryMib: number | undefined): Promise<RestoreTarget> {
  const cluster = join(dataDir, 'postgres')
  const hasFolder = existsSync(dataDir)
  const hasCluster = existsSync(cluster) && readdirSync(cluster).length > 0
  const wasMarked = isFolderMarked(dataDir)
  // An existing cluster may contain data, so its database is marked, once it is found to be empty.
  if (!hasCluster && !wasMarked) markFolder(dataDir)
  let server: Awaited<ReturnType<typeof startServer>> | undefined
  let isFirst = false
  return {
    open: async () => {
      server = await startServer(dataDir, memoryMib)
      const connection = await server.prepare()
      isFirst = (await beginIn(dataDir, connection)).isFirst
      return connection
    },
    abandon: async () => {
      if (hasCluster && isFirst && server) await abandonIn(await server.prepare())
      await server?.stop()
      if (hasCluster || wasMarked) return
      if (server) await removeCluster(dataDir, cluster)
      // A concurrent start created it, or it cannot be started: its contents are unknown, so it must not be deleted.
      if (existsSync(cluster)) return
      unmarkFolder(dataDir)
      if (!hasFolder) removeEmpty(dataDir)
    },
    explain: (error) => server?.explain(error) ?? error,
    close: async () => server?.stop(),
  }
}

/** Moves the mark from the folder to the database. A database that is not empty needs no mark. */
async function beginIn(dataDir: string, connection: pg.ClientConfig) {
  const { beginRestore, NotEmpty } = await import('#platform/backup/file/restore-backup.ts')
  try {
    const restore = await beginRestore(connection)
    unmarkFolder(dataDir)
    return restore
  } catch (error) {
    if (error instanceof NotEmpty) unmarkFolder(dataDir)
    throw error
  }
}

async function abandonIn(connection: pg.ClientConfig) {
  const { abandonRestore } = await import('#platform/backup/file/restore-backup.ts')
  await abandonRestore(connection)
}

async function startServer(dataDir: string, memoryMib: number | undefined) {
  const [{ default: pg }, { startEmbeddedPostgres }, { prepareDatabase }, { EMBEDDED }] = await Promise.all([
    import('pg'),
    import('#platform/database/embedded/embedded-postgres.ts'),
    import('#platform/database/prepare.ts'),
    import('../server/start-database.ts'),
  ])
  const embedded = await startEmbeddedPostgres({ dataDir, memoryMib, log: { info() {}, warn() {}, error() {} } })
  const { host, port } = embedded.connection
  return {
    stop: embedded.stop,
    explain: embedded.explain,
    prepare: async (): Promise<pg.ClientConfig> => {
      const superuser = new pg.Client(embedded.connection)
      superuser.on('error', () => undefined) // the running query reports the error
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

/**
 * Renames the cluster first, to a name that the next start removes: a half-deleted cluster is not a usable database.
 */
async function removeCluster(dataDir: string, cluster: string) {
  markFolder(dataDir)
  const abandoned = `${cluster}.tmp-abandoned`
  await rename(cluster, abandoned)
  await rm(abandoned, { recursive: true, force: true, maxRetries: 5 })
}

function removeEmpty(folder: string) {
  try {
    rmdirSync(folder)
  } catch {
    // Not empty: PostgreSQL's log remains, to explain the failure.
  }
}
