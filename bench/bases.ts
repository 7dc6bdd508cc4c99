// A basis of a month with many rows: making it, and its print view in Chromium until its last row is there.
import type { Browser } from '@playwright/test'
import { hash } from '#auth/server/argon2.ts'
import { uuidv7 } from '#db/uuid.ts'
import { findBrowser } from '../tools/ensure-browser.ts'
import { formatSpread, type Part, spreadOf } from './part.ts'
import { launchBrowser } from './phone.ts'
import { openStage, type Stage } from './stage.ts'

const ROWS = 20_000
const ROUNDS = 5
const MONTH = '2026-10'
const PROMISED = { makeSeconds: 2, printSeconds: 5 }
const PASSWORD = 'en lang mening om regn'

export const bases: Part = {
  name: 'bases',
  title: `a basis of ${ROWS} rows, ${ROUNDS} times; median (min–max)`,
  missing: () => (findBrowser() ? undefined : 'chromium not installed'),
  run: async () => {
    const stage = await openStage('hundredth', { passwordHash: await hash(PASSWORD) })
    const chromium = await launchBrowser()
    try {
      const customerId = await fillMonth(stage)
      const making: number[] = []
      const printing: number[] = []
      let replaces: string | null = null
      for (let round = 0; round < ROUNDS; round++) {
        const made = await makeBasis(stage, { customerId, month: MONTH, replaces })
        making.push(made.seconds)
        replaces = made.id
        printing.push(await openPrint(chromium, stage, made.id))
      }
      tell('made', making, PROMISED.makeSeconds)
      tell('print view with all rows', printing, PROMISED.printSeconds)
    } finally {
      await chromium.close()
      await stage.stop()
    }
  },
}

function tell(what: string, seconds: number[], promised: number) {
  const spread = spreadOf(seconds)
  const isMet = spread.median <= promised
  console.log(`${what} after ${formatSpread(spread, 2)} s, at most ${promised}: ${isMet ? 'met' : 'NOT MET'}`)
  if (!isMet) process.exitCode = 1
}

async function fillMonth({ query, viewer: { orgId, userId } }: Stage): Promise<string> {
  const customerId = uuidv7()
  await query(`insert into customers (org_id, id, name) values ($1, $2, 'Storkunden AB')`, [orgId, customerId])
  await query(
    `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, description, created_by)
     select $1, gen_random_uuid(), $2, $3, date '${MONTH}-01' + n % 31, time '06:00' + make_interval(mins => n % 900),
       time '06:00' + make_interval(mins => n % 900 + 5 + n % 55), 'Bytt router och ställt in gästnät ' || n, $2
     from generate_series(1, $4::int) n`,
    [orgId, userId, customerId, ROWS],
  )
  await query('analyze time_entries')
  return customerId
}

async function makeBasis({ product, token }: Stage, body: object) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await token()}` }
  const startedAt = performance.now()
  const answer = await fetch(`${product.url}/api/bases`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { id, rowCount } = (await answer.json()) as { id: string; rowCount: number }
  if (rowCount !== ROWS) throw new Error(`The basis was answered ${answer.status} with ${rowCount} rows`)
  return { id, seconds: (performance.now() - startedAt) / 1000 }
}

async function openPrint(chromium: Browser, { product, viewer }: Stage, id: string): Promise<number> {
  const session = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: viewer.email, password: PASSWORD }),
  })
  const stored = (await session.json()) as { expires_in: number }
  const context = await chromium.newContext()
  await context.addInitScript(
    (text) => {
      localStorage.setItem('supabase.auth.token', text)
      window.print = () => undefined
    },
    JSON.stringify({ ...stored, expires_at: Math.floor(Date.now() / 1000) + stored.expires_in }),
  )
  const page = await context.newPage()
  const startedAt = performance.now()
  await page.goto(`${product.url}/backoffice/bases/${id}/print`)
  await page.waitForFunction((rows) => document.querySelectorAll('.printed-rows tbody tr').length > rows, ROWS)
  const seconds = (performance.now() - startedAt) / 1000
  await context.close()
  return seconds
}
