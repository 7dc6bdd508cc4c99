import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { bringUp } from '../bring-up.ts'
import { prepareDatabase } from '../prepare.ts'
import { startThrowawayCluster } from './cluster.ts'
import { makeFolder, removeFolder } from './folders.ts'

export const LOGIN = 'stodpunkt'
export const TEMPLATE = 'stodpunkt_template'

export type TestServer = { host: string; port: number }

declare module 'vitest' {
  interface ProvidedContext {
    server: TestServer
    clusters: string
  }
}

/**
 * Starts one temporary cluster per run, with a migrated template that each test file clones, and creates a folder for the
 * clusters of the embedded server's tests. Both are removed at the end.
 */
export async function setup(project: TestProject) {
  const { server, stop } = await startTestServer()
  const clusters = makeFolder()
  project.provide('server', server)
  project.provide('clusters', clusters)
  return async () => {
    await stop()
    removeFolder(clusters)
  }
}

/** Starts a temporary cluster with a migrated template; TEST_PG_BINDIR selects another server than the embedded one. */
export async function startTestServer(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const bindir = process.env.TEST_PG_BINDIR
  const cluster = await startThrowawayCluster(bindir ? { bindir } : {})
  const server = { host: cluster.host, port: cluster.port }
  const admin = new pg.Client({ ...server, user: 'postgres', database: 'postgres' })
  await admin.connect()
  await prepareDatabase(admin, { login: LOGIN, database: TEMPLATE })
  await admin.end()
  await bringUp({ ...server, user: LOGIN, database: TEMPLATE })
  return { server, stop: () => cluster.stop() }
}
