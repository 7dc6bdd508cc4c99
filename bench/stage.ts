// The systems under test: for each build a PostgreSQL server with the demo data, and the built product. With
// BENCH_BESIDE=FOLDER also the product in another folder, an older release for example, with its own server, migrations and
// demo, which its bench/stage.ts opens.
import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { type DemoSize, fullSize, generateDemo } from '#app/demo/generate-demo.ts'
import { readSecrets } from '#app/keys/secrets-file.ts'
import { openAccessTokens, type SigningKey } from '#features/auth/server/access-token.ts'
import { hash } from '#features/auth/server/argon2.ts'
import { bringUp } from '#platform/database/bring-up.ts'
import { SCHEMA } from '#platform/database/migrate.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type OwnPostgres, startOwnPostgres } from '../tools/support/own-postgres.ts'
import { type Product, startProduct, temporaryDataDir } from '../tools/support/product.ts'
import { type Data, readData } from './data.ts'
import { addEarlierTickets } from './earlier-tickets.ts'
import { openPeople, type People } from './logins.ts'

/** What `openStage` promises to the bench of another release; only add to it. */
type OpenedStage = {
  product: Product
  postgres: OwnPostgres
  /** Creates a session of a login, without its password; the result signs an access token, which expires after 15 minutes. */
  openSession: (login: { userId: string; email: string }) => Promise<() => Promise<string>>
  query: pg.Client['query']
  stop: () => Promise<void>
}

export type Build = Omit<OpenedStage, 'openSession' | 'stop'> & People & { name: string; data: Data }
/** This build, then the other one. */
type Stage = { builds: readonly [Build, ...Build[]]; stop(): Promise<void> }

const scaled = (by: number): DemoSize => {
  const times = (whole: number) => Math.round(whole * by)
  return {
    ...fullSize,
    customers: times(fullSize.customers),
    tickets: times(fullSize.tickets),
    activeTickets: times(fullSize.activeTickets),
    comments: times(fullSize.comments),
    timeEntries: times(fullSize.timeEntries),
  }
}
/** A million tickets are the full demo after decades. */
const sizes = { million: fullSize, full: fullSize, hundredth: scaled(0.01) } satisfies Record<string, DemoSize>
export type StageSize = keyof typeof sizes

const TODAY = '2026-11-21'
/** The password of every login. */
export const PASSWORD = 'en lang mening om regn'
const environment = {
  LOG_LEVEL: 'error',
  // Each device gets its own network, because sign-in attempts are limited per network.
  TRUST_PROXY: '127.0.0.1',
}

const chosen = process.env.BENCH_STAGE
if (chosen !== undefined && !(chosen in sizes)) throw new Error(`BENCH_STAGE: ${Object.keys(sizes).join(', ')}`)
/** The largest size that is measured: BENCH_STAGE, else the full one. */
export const LARGEST = (chosen ?? 'full') as StageSize

/** Opens the stage of a size on first use, by default the largest. */
export type Stages = (size?: StageSize) => Promise<Stage>

export function openStages(): { stages: Stages; stop: () => Promise<void> } {
  const opened = new Map<string, Promise<Stage>>()
  return {
    stages: (size = LARGEST) => {
      const stage = opened.get(size) ?? openBuilds(size)
      opened.set(size, stage)
      return stage
    },
    stop: async () => {
      for (const stage of opened.values()) await (await stage).stop()
    },
  }
}

async function openBuilds(size: StageSize): Promise<Stage> {
  const beside = process.env.BENCH_BESIDE
  const passwordHash = await hash(PASSWORD)
  const opened: OpenedStage[] = []
  const builds: Build[] = []
  const open = async (name: string, openFrom: typeof openStage) => {
    const stage = await openFrom(size, { passwordHash, environment })
    opened.push(stage)
    const { openSession, stop: _stop, ...rest } = stage
    builds.push({ ...rest, name, data: await readData(stage.query), ...(await openPeople(stage.query, openSession)) })
  }
  const stop = async () => {
    for (const stage of opened) await stage.stop()
  }
  try {
    await open('this', openStage)
    if (beside) await open(basename(resolve(beside)), await openStageOf(resolve(beside)))
    const [own, other] = builds
    if (other && other.data.tickets.length !== own?.data.tickets.length)
      throw new Error(`The demo of ${other.name} has another size: it cannot make '${size}'`)
    return { builds: builds as [Build, ...Build[]], stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openStageOf(folder: string): Promise<typeof openStage> {
  const path = join(folder, 'bench/stage.ts')
  const module = existsSync(path) ? ((await import(pathToFileURL(path).href)) as { openStage?: typeof openStage }) : {}
  if (!module.openStage) throw new Error(`${path} has no openStage(): copy bench/ of this release there, if it fits`)
  return module.openStage
}

type StageOptions = { passwordHash: string; environment: Record<string, string> }

/**
 * Starts database and product; `stop` removes both with their data.
 * @public Called by the bench of another release.
 */
export async function openStage(size: StageSize, options: StageOptions): Promise<OpenedStage> {
  const postgres = await startOwnPostgres({ memoryMib: Number(process.env.DATABASE_MEMORY_MB) || undefined })
  const dataDir = temporaryDataDir()
  const secretsPath = join(dataDir.path, 'secrets.json')
  try {
    await fill(postgres, size, options.passwordHash)
    const client = new pg.Client({ ...postgres.superuser, options: `-c search_path=${SCHEMA}` })
    await client.connect()
    const product = await startProduct({
      dataDir: join(dataDir.path, 'product'),
      environment: { DATABASE_URL: postgres.url(), SECRETS_FILE: secretsPath, ...options.environment },
    })
    const secrets = await readSecrets(secretsPath)
    const tokens = await openAccessTokens(secrets?.signingKeys as [SigningKey, ...SigningKey[]])
    return {
      product,
      postgres,
      openSession: async ({ userId, email }) => {
        const sessionId = uuidv7()
        await client.query('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, userId])
        return () => tokens.sign({ userId, sessionId, email })
      },
      query: client.query.bind(client) as pg.Client['query'],
      stop: async () => {
        await product.stop()
        await client.end()
        await postgres.remove()
        dataDir.remove()
      },
    }
  } catch (error) {
    await postgres.remove()
    dataDir.remove()
    throw error
  }
}

/** Makes the demo, and restarts the server: its memory is then that of one that only serves. */
async function fill(postgres: OwnPostgres, size: StageSize, passwordHash: string) {
  const login = { ...postgres.superuser, user: 'stodpunkt' }
  await bringUp(login)
  const startedAt = performance.now()
  await generateDemo(login, { today: TODAY, passwordHash, size: sizes[size] })
  if (size === 'million') await addEarlierTickets(postgres)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`demo, ${size}: made in ${Math.round(seconds)} s`)
  await postgres.stop()
  await postgres.start()
}
