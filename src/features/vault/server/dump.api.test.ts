import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVaultKey, type Harness, startHarness } from '#tests/harness/harness.ts'
import { vault } from '../vault.contract.ts'

const SECRET = 'kanariefågel-i-dumpen'
const binaries = process.env.TEST_PG_BINDIR

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

// The embedded server has no pg_dump; an installed one does.
test.skipIf(!binaries)('A-81: a dump of the whole database contains no vault text and no key', async () => {
  const orgId = (await h.anOrganization()).id
  const customer = await h.aCustomer({ orgId, name: 'Namnet syns AB' })
  const technician = await h.aTechnician({ orgId })
  await h.as(technician).call(vault.save, { params: { id: customer.id }, body: { text: SECRET, version: 0 } })

  const { host, port, database } = h.test.connection
  const address = ['-h', String(host), '-p', String(port), '-U', 'postgres', String(database)]
  const { stdout: dump } = await promisify(execFile)(join(binaries ?? '', 'pg_dump'), address, {
    maxBuffer: 256 * 1024 * 1024,
  })
  expect(dump).toContain('COPY stodpunkt.customer_credentials')
  expect(dump).toContain('Namnet syns AB')
  expect(dump).not.toContain(SECRET)
  for (const form of ['base64', 'base64url', 'hex'] as const) expect(dump).not.toContain(aVaultKey.key.toString(form))
})
