// The system under test: a PostgreSQL server with the demo data, and the built product; with BENCH_BESIDE=FOLDER also
// the product in another folder, with the same migrations and data.
import { basename, join, resolve } from 'node:path'
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

export type Build = { name: string; product: Product }
/** Staff of the largest organization; `token` signs an access token, which expires after 15 minutes. */
export type Person = { userId: string; email: string; token: () => Promise<string> }

export type Stage = {
  postgres: OwnPostgres
  /** This build, then the other one. */
  builds: readonly [Build, ...Build[]]
  /** The first is an administrator. */
  people: readonly [Person, ...Person[]]
  /** From the largest organization, in a random but constant order. */
  ticketIds: string[]
  customerIds: string[]
  query: pg.Client['query']
  stop(): Promise<void>
}

const share = (whole: number, of: number) => Math.round(whole * of)
const sizes = {
  full: fullSize,
  hundredth: {
    ...fullSize,
    customers: share(fullSize.customers, 0.01),
    tickets: share(fullSize.tickets, 0.01),
    activeTickets: share(fullSize.activeTickets, 0.01),
    comments: share(fullSize.comments, 0.01),
    timeEntries: share(fullSize.timeEntries, 0.01),
  },
} satisfies Record<string, DemoSize>

const TODAY = '2026-11-21'
const PEOPLE = 16

const beside = process.env.BENCH_BESIDE
const folders = beside ? [undefined, resolve(beside)] : [undefined]

/** The password of every login. */
export const PASSWORD = 'en lang mening om regn'

/** Opens the stage of a size on first use; BENCH_STAGE=hundredth replaces the full one. */
export type Stages = (size: keyof typeof sizes) => Promise<Stage>

export function openStages(): { stages: Stages; stop: () => Promise<void> } {
  const opened = new Map<string, Promise<Stage>>()
  return {
    stages: (size) => {
      const stage = opened.get(size) ?? openStage(process.env.BENCH_STAGE === 'hundredth' ? 'hundredth' : size)
      opened.set(size, stage)
      return stage
    },
    stop: async () => {
      for (const stage of opened.values()) await (await stage).stop()
    },
  }
}

/** Starts database and products; `stop` removes both with their data. */
async function openStage(size: keyof typeof sizes): Promise<Stage> {
  const postgres = await startOwnPostgres()
  const dataDir = temporaryDataDir()
  const secretsPath = join(dataDir.path, 'secrets.json')
  try {
    const login = { ...postgres.superuser, user: 'stodpunkt' }
    await bringUp(login)
    await generateDemo(login, { today: TODAY, passwordHash: await hash(PASSWORD), size: sizes[size] })
    const client = new pg.Client({ ...postgres.superuser, options: `-c search_path=${SCHEMA}` })
    await client.connect()
    await client.query('checkpoint')
    const builds: Build[] = []
    for (const folder of folders) {
      const product = await startProduct({
        dataDir: join(dataDir.path, `product-${builds.length}`),
        ...(folder && { folder }),
        environment: {
          DATABASE_URL: postgres.url(),
          SECRETS_FILE: secretsPath,
          LOG_LEVEL: 'error',
          // Each device gets its own network, because sign-in attempts are limited per network.
          TRUST_PROXY: '127.0.0.1',
        },
      })
      builds.push({ name: folder ? basename(folder) : 'this', product })
    }
    return {
      postgres,
      builds: builds as [Build, ...Build[]],
      people: await openPeople(client, secretsPath),
      ticketIds: await idsOf(client, 'tickets'),
      customerIds: await idsOf(client, 'customers'),
      query: client.query.bind(client) as pg.Client['query'],
      stop: async () => {
        for (const { product } of builds) await product.stop()
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

const largest = `(select org_id from tickets group by 1 order by count(*) desc limit 1)`

async function idsOf(client: pg.Client, table: 'tickets' | 'customers') {
  const isCurrent = table === 'customers' ? 'archived_at is null' : 'true'
  const { rows } = await client.query<{ id: string }>(
    `select id from ${table} where org_id = ${largest} and ${isCurrent} order by md5(id::text)`,
  )
  return rows.map(({ id }) => id)
}

async function openPeople(client: pg.Client, secretsPath: string) {
  const secrets = await readSecrets(secretsPath)
  const tokens = await openAccessTokens(secrets?.signingKeys as [SigningKey, ...SigningKey[]])
  const { rows } = await client.query<{ userId: string; email: string }>(
    `select u.id as "userId", u.email from user_roles r join auth.users u on u.id = r.user_id
     where r.org_id = ${largest} order by r.role <> 'admin', u.email limit ${PEOPLE}`,
  )
  const people: Person[] = []
  for (const { userId, email } of rows) {
    const sessionId = uuidv7()
    await client.query('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, userId])
    people.push({ userId, email, token: () => tokens.sign({ userId, sessionId, email }) })
  }
  return people as [Person, ...Person[]]
}
