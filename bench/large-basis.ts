// An invoice basis of 20 000 rows: each act that checks it again may take two seconds (docs/decisions/120).
import { aTerms } from '#features/billing/testing/terms.ts'
import type { Part } from './part.ts'
import { measureProcessorTime, untilIdle } from './processor-time.ts'
import type { Build } from './stage.ts'

const ROWS = 20_000
const MONTH = '2026-09'

export const largeBasis: Part = {
  name: 'large-basis',
  title: `an invoice basis of ${ROWS} rows that is unchecked before each act; processor time of the product and the database`,
  missing: () => undefined,
  run: async (stages) => {
    for (const build of (await stages('hundredth')).builds) await measureBuild(build)
  },
}

async function measureBuild(build: Build) {
  const { product, people, query } = build
  const [admin] = people
  const send = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${await admin.token()}`, 'content-type': 'application/json' }
    const response = await fetch(`${product.url}/api/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body ?? {}),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { id: string }
  }
  const customerId = await fill(build, send)
  // Marks enqueue no job, which would check before the act does.
  await query(`set app.quiet = 'on'`)
  const { id } = await measure(build, 'create', () =>
    send('invoice-bases', { customerId, month: MONTH, replaces: null }),
  )
  const acts = [
    ['check', 'check', undefined],
    ['approve', 'approve', { note: 'Per telefon' }],
    ['bill', 'bill', undefined],
  ] as const
  for (const [name, path, body] of acts) {
    await query('update invoice_bases set check_at = now() where id = $1', [id])
    await measure(build, name, () => send(`invoice-bases/${id}/${path}`, body))
  }
}

/** A customer with that many reported rows in the month. */
async function fill({ query }: Build, send: (path: string, body: object) => Promise<{ id: string }>): Promise<string> {
  const { id } = await send('customers', { name: 'Mycket tid AB' })
  const terms = await send('terms', aTerms({ roundTo: 15, startFeeOre: 10_000, includedMinutes: 600 }))
  await query(`update company_facts set billing_from = '2020-01-01'`)
  await query(
    `insert into agreements (org_id, customer_id, valid_from, terms_id) select org_id, id, '2026-01-01', $2 from customers where id = $1`,
    [id, terms.id],
  )
  await query(
    `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by, description, reported,
       reported_at)
     select org_id, gen_random_uuid(), created_by, id, '${MONTH}-01'::date + n % 30, at, at + interval '7 minutes', created_by,
       'Felsökning av skrivaren på plan 3, dator ' || n, true, now()
     from customers, generate_series(1, $2::int) n, lateral (select '00:00'::time + make_interval(mins => n / 30 % 1400) as at) times
     where id = $1`,
    [id, ROWS],
  )
  return id
}

async function measure<T>(build: Build, name: string, act: () => Promise<T>): Promise<T> {
  await untilIdle(build)
  const used = measureProcessorTime(build)
  const begin = performance.now()
  const result = await act()
  const ms = performance.now() - begin
  const { nodeMs, databaseMs } = used()
  console.log(`${name}: ${nodeMs} + ${databaseMs} ms of processor time, ${Math.round(ms)} ms elapsed`)
  return result
}
