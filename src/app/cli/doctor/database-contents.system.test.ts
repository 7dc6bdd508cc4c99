import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recomputeAnswers } from '#features/tickets/server/recompute-answers.ts'
import { bringUp } from '#platform/database/bring-up.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { aFolder } from '#platform/database/testing/embedded-server.ts'
import { fillTwoOrganizations } from '#platform/database/testing/two-organizations.ts'
import { checkContents } from './database-contents.ts'

let t: TestDatabase
let database: Database
beforeEach(async () => {
  t = await aDatabase()
  await bringUp(t.connection)
  database = openDatabase({ ...t.connection, max: 2 })
})
afterEach(async () => {
  await database.close()
  await t.drop()
})

async function reportOf(title: string) {
  const parts = { secretsFile: join(aFolder(0o711), 'secrets.json'), target: undefined, now: new Date() }
  const found = (await checkContents(database, parts)).find((check) => check.title === title)
  return `${found?.state}: ${found?.message}`
}

test('names the tickets whose stored moment of the answer is not that of their history', async () => {
  await fillTwoOrganizations(t.superuser)
  const orgs = await t.superuser.query(`select id from organizations`)
  for (const { id } of orgs.rows) await recomputeAnswers(database, id)
  expect(await reportOf('Svarstider')).toBe('fine: Alla stämmer med ärendenas historik.')
  const { rows } = await t.superuser.query(
    `update tickets set due_at = '2030-01-01' where id in (select id from tickets where status = 'in_progress' order by id limit 1)
     returning ticket_number`,
  )
  await t.superuser.query(
    `update enquiries set due_at = '2030-01-01' where id in (select id from enquiries order by id limit 1)`,
  )
  expect(await reportOf('Svarstider')).toBe(
    `wrong: Stämmer inte med historiken: #${rows[0].ticket_number} och 1 meddelande i Inkorg. De räknas om i natt, eller nu i databasen: select stodpunkt.request_recomputation(id) from stodpunkt.organizations`,
  )
  await t.superuser.query('select request_recomputation(id) from organizations')
  expect(await reportOf('Svarstider')).toBe('warning: Räknas om just nu. Kontrollera igen om en stund.')
  for (const { id } of orgs.rows) await recomputeAnswers(database, id)
  expect(await reportOf('Svarstider')).toBe('fine: Alla stämmer med ärendenas historik.')
})

test('names customers with the same name, and time entries of a night that was miscounted', async () => {
  expect(await reportOf('Kunder')).toBe('fine: Alla har olika namn.')
  expect(await reportOf('Tidrader')).toBe('fine: Ingen är längre än 16 timmar.')
  await fillTwoOrganizations(t.superuser)
  await t.superuser.query(`update customers set name = normalize('Åkeri Öst', nfd) where name = 'Samma Kund'`)
  await t.superuser.query(`update time_entries set work_date = '2026-10-25', time_from = '02:45', time_to = '02:00'
    where id = (select id from time_entries where not reported limit 1)`)
  expect(await reportOf('Kunder')).toBe(
    'warning: Samma namn på flera: Åkeri Öst (2), Åkeri Öst (2). Är de en kund, arkivera den ena i backoffice.',
  )
  expect(await reportOf('Tidrader')).toMatch(/^warning: Längre än 16 timmar: 2026-10-25 02:45–02:00 /)
})
