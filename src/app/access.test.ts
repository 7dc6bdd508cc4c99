import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get } from '#lib/contract.ts'
import { z } from 'zod'
import { type Harness, startHarness } from './testing/harness.ts'
import { system } from './system.contract.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

test('staff read the description of the API', async () => {
  const org = await h.anOrganization()
  const anna = await h.aTechnician({ orgId: org.id })
  const doc = await h.as(anna).call(system.openapi, {})
  expect(Object.keys(doc.paths as object)).toContain('/healthz')
  await expect(h.as(null).call(system.openapi, {})).rejects.toMatchObject({ status: 401 })
  const u = await h.aLogin(null, null)
  await expect(h.as(u).call(system.openapi, {})).rejects.toMatchObject({ status: 403 })
})
test('ready', async () => {
  expect(await h.as(null).call(system.ready, {})).toEqual({ status: 'ok' })
})
