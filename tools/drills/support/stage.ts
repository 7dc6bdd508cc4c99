import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { findRunningServer } from '#platform/database/embedded/running-server.ts'
import { type Product, startProduct, temporaryDataDir } from '../../support/product.ts'

export type Stage = {
  product: Product
  /** Starts the product again, on the same port and data. */
  restart(environment?: Record<string, string>): Promise<Product>
  /** The embedded database's superuser. */
  superuser(): Promise<pg.ClientConfig>
  clear(): Promise<void>
}

/** The superuser's connection to the embedded database of a data folder. Throws when it is not running. */
export async function superuserOf(dataDir: string): Promise<pg.ClientConfig> {
  const server = await findRunningServer(dataDir)
  if (!server) throw new Error('The database does not answer')
  return { ...server, user: 'postgres', database: 'stodpunkt' }
}

type Options = { environment?: Record<string, string>; dataDir?: string }

/** Starts the product on a temporary data folder, or on `dataDir`. */
export async function setStage({ environment = {}, dataDir }: Options = {}): Promise<Stage> {
  const folder = dataDir ? { path: dataDir, remove: () => undefined } : temporaryDataDir()
  const base = { LOG_LEVEL: 'warn', ...environment }
  const start = (port?: number, more: Record<string, string> = {}) =>
    startProduct({ dataDir: folder.path, ...(port && { port }), environment: { ...base, ...more } })
  const stage: Stage = {
    product: await start().catch((error: unknown) => {
      folder.remove()
      throw error
    }),
    restart: async (more) => {
      stage.product = await start(stage.product.port, more)
      return stage.product
    },
    superuser: () => superuserOf(folder.path),
    clear: async () => {
      const { exitCode } = stage.product.process
      if (exitCode !== null)
        console.error(`The product exited with ${exitCode}.\n${stage.product.output().slice(-4000)}`)
      stage.product.process.kill('SIGKILL')
      await stage.product.ended
      await wait(1000) // the embedded database exits after Node
      folder.remove()
    },
  }
  return stage
}
