// The system under measurement: a PostgreSQL server with the demo data, and the built product.
import { join } from 'node:path'
import pg from 'pg'
import { readSecrets } from '#app/keys/secrets-file.ts'
import { openAccessTokens, type SigningKey } from '#auth/server/access-token.ts'
import { bringUp } from '#db/bring-up.ts'
import { type DemoSize, fullSize, generateDemo } from '#db/demo/demo.ts'
import { SCHEMA } from '#db/migrate.ts'
import { uuidv7 } from '#db/uuid.ts'
import { type OwnPostgres, startOwnPostgres } from '../tools/support/own-postgres.ts'
import { type Product, startProduct, temporaryDataDir } from '../tools/support/product.ts'

/** The administrator of the largest organization, and ids of its busiest customer and longest thread. */
export type Viewer = { orgId: string; userId: string; email: string; customerId: string; ticketId: string }
/** Signs an access token, which expires after 15 minutes. */
export type SignToken = () => Promise<string>
export type Stage = {
  name: string
  product: Product
  postgres: OwnPostgres
  viewer: Viewer
  /** Signs a token for the viewer. */
  token: SignToken
  /** Creates a session for a login, without its password. */
  openSession(login: { userId: string; email: string }): Promise<SignToken>
  query: pg.Client['query']
  stop(): Promise<void>
}

const of = (share: number) => (whole: number) => Math.round(whole * share)
const parts = (size: DemoSize, share: number): DemoSize => ({
  ...size,
  ...{ customers: of(share)(size.customers), tickets: of(share)(size.tickets) },
  ...{ activeTickets: of(share)(size.activeTickets), comments: of(share)(size.comments) },
  timeEntries: of(share)(size.timeEntries),
})

const TODAY = '2026-11-21'
/** Time entries since the first of last month are open; in a data set this short, all of them. */
const OPEN_DAYS = 51

export const sizes = {
  full: fullSize,
  hundredth: parts(fullSize, 0.01),
  /** As many open and current time entries as the full set, and nothing older. */
  open: { ...fullSize, days: OPEN_DAYS, timeEntries: of(OPEN_DAYS / fullSize.days)(fullSize.timeEntries) },
}

/** Starts database and product; `stop` removes both with their data. */
export async function openStage(
  name: keyof typeof sizes,
  { passwordHash = '', environment = {} }: { passwordHash?: string; environment?: Record<string, string> } = {},
): Promise<Stage> {
  const postgres = await startOwnPostgres()
  const dataDir = temporaryDataDir()
  try {
    const login = { ...postgres.superuser, user: 'stodpunkt' }
    await bringUp(login)
    await generateDemo(login, { today: TODAY, passwordHash, size: sizes[name] })
    const client = new pg.Client({ ...postgres.superuser, options: `-c search_path=${SCHEMA}` })
    await client.connect()
    await client.query('checkpoint')
    const product = await startProduct({
      dataDir: dataDir.path,
      environment: { DATABASE_URL: postgres.url(), LOG_LEVEL: 'error', ...environment },
    })
    const viewer = await findViewer(client)
    const secrets = await readSecrets(join(dataDir.path, 'secrets.json'))
    const tokens = await openAccessTokens(secrets?.signingKeys as [SigningKey, ...SigningKey[]])
    const openSession: Stage['openSession'] = async ({ userId, email }) => {
      const sessionId = uuidv7()
      await client.query('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, userId])
      return () => tokens.sign({ userId, sessionId, email })
    }
    return {
      ...{ name, product, postgres, viewer, openSession },
      token: await openSession(viewer),
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

async function findViewer(client: pg.Client): Promise<Viewer> {
  const { rows } = await client.query<Viewer>(`
    with org as (select org_id from tickets group by 1 order by count(*) desc limit 1)
    select org_id as "orgId", u.id as "userId", u.email,
      (select customer_id from time_entries e where e.org_id = org.org_id and not reported
        group by 1 order by count(*) desc limit 1) as "customerId",
      (select ticket_id from ticket_comments c where c.org_id = org.org_id
        group by 1 order by count(*) desc limit 1) as "ticketId"
    from org join user_roles r using (org_id) join auth.users u on u.id = r.user_id
    where r.role = 'admin' order by u.email limit 1`)
  if (!rows[0]) throw new Error('The demo has no administrator')
  return rows[0]
}
