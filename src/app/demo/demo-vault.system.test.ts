import { afterAll, beforeAll, expect, test } from 'vitest'
import { vaultKeysOf } from '#features/vault/server/vault-keys.ts'
import { vault } from '#features/vault/vault.contract.ts'
import { aVaultKey, type Harness, startHarness } from '#tests/harness/harness.ts'
import { fillDemoVault } from './demo-vault.ts'
import { type DemoSize, generateDemo } from './generate-demo.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

test('five customers of the demo have technical information that staff can read', async () => {
  const size: DemoSize = {
    organizations: 1,
    staff: 3,
    customers: 40,
    tickets: 60,
    activeTickets: 10,
    comments: 60,
    timeEntries: 200,
    days: 60,
  }
  await generateDemo(h.test.connection, { today: '2026-11-21', passwordHash: 'x', size })
  await fillDemoVault(h.database, vaultKeysOf([aVaultKey]))
  const { rows } = await h.test.superuser.query<{ orgId: string; id: string }>(
    'select org_id as "orgId", customer_id as id from customer_credentials',
  )
  expect(rows).toHaveLength(5)
  const technician = await h.aTechnician({ orgId: rows[0]?.orgId ?? '' })
  const texts = await Promise.all(rows.map(({ id }) => h.as(technician).call(vault.read, { params: { id }, body: {} })))
  expect(new Set(texts.map(({ text }) => text)).size).toBe(5)
  expect(texts.map(({ text }) => text).join()).toContain('NÄTVERK')
})

test('without a key nothing is written', async () => {
  const count = () => h.test.superuser.query('select from customer_credentials')
  const before = (await count()).rowCount
  await fillDemoVault(h.database, vaultKeysOf([]))
  expect((await count()).rowCount).toBe(before)
})
