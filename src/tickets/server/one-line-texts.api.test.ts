// Names and titles of several lines from before migration 0088, and its search tables.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropOneLineRules } from '#db/testing/older-schema.ts'
import { uuidv7 } from '#db/uuid.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { aSearchScenario, type SearchScenario } from '../testing/search-scenario.ts'

const MIGRATION = '0088-one-line-texts.sql'
let h: Harness
let s: SearchScenario
beforeAll(async () => {
  h = await startHarness()
  s = await aSearchScenario(h)
})
afterAll(() => h.stop())

const q = (text: string, ...values: unknown[]) => h.test.superuser.query(text, values)

/** As if this were the database of a version before it. */
async function revert() {
  await q(dropOneLineRules)
  await q('drop function is_one_line(text), on_one_line(text)')
}

async function migrate() {
  const sql = readFileSync(new URL(`../../../migrations/${MIGRATION}`, import.meta.url), 'utf8')
  await q(`begin; set local role stodpunkt_owner; ${sql}; commit`)
}

test('A-509: what was stored before is on one line afterwards, also of an archived customer, and is found by search', async () => {
  await revert()
  const ticket = await s.aTicket({ title: 'Skriv\u202earen\nsvarar\u2028inte', customer: 'Åkeriet\r\nAB' })
  const contactId = uuidv7()
  await q(
    `insert into contacts (org_id, customer_id, id, name, title) values ($1, $2, $3, E'Anna\\tBerg', E'\\n')`,
    ...[s.orgId, ticket.customer.id, contactId],
  )
  await q(`select set_config('app.role', 'admin', false)`)
  await q('update customers set archived_at = now() where id = $1', ticket.customer.id)
  await q(`select set_config('app.role', '', false)`)
  await migrate()
  expect((await q('select name from customers where id = $1', ticket.customer.id)).rows).toEqual([
    { name: 'Åkeriet AB' },
  ])
  expect((await q('select name, title from contacts where id = $1', contactId)).rows).toEqual([
    { name: 'Anna Berg', title: null },
  ])
  expect((await q('select title from tickets where id = $1', ticket.id)).rows).toEqual([
    { title: 'Skrivaren svarar inte' },
  ])
  for (const search of ['skrivaren', 'svarar', 'åkeriet']) expect(await s.search({ search })).toEqual([ticket.id])
})
