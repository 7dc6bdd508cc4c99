// The quota of an organization's files, which its administrators choose within the operator's limit.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { files, GB } from '../files.contract.ts'
import { anUploadedFile } from '../testing/upload.ts'

let h: Harness
let admin: Person
beforeAll(async () => {
  h = await startHarness({ filesMaxGigabytes: 3 })
})
beforeEach(async () => {
  admin = await h.anAdmin({ orgId: (await h.anOrganization()).id })
})
afterAll(() => h.stop())

const change = (gigabytes: number) => h.as(admin).call(files.changeQuota, { body: { gigabytes } })

test('A-502: administrators cannot exceed the operator’s limit, which they see', async () => {
  await expect(change(4)).rejects.toMatchObject({
    status: 422,
    fields: { gigabytes: 'Här får filerna ta högst 3 GB. Ange 3 eller mindre.' },
  })
  expect(await h.as(admin).call(files.usage, {})).toMatchObject({ quota: 2 * GB })
  expect(await change(3)).toMatchObject({ quota: 3 * GB })
})

test('A-502: an earlier quota is capped by the operator’s limit', async () => {
  const below = 3 * GB - 100
  const set = (bytes: number) =>
    h.test.superuser.query(
      `insert into file_usage (org_id, bytes, quota) values ($1, $2, $3)
       on conflict (org_id) do update set bytes = excluded.bytes`,
      [admin.orgId, bytes, 10 * GB],
    )
  await set(below)
  expect(await h.as(admin).call(files.usage, {})).toEqual({ bytes: below, quota: 3 * GB, isNearlyFull: true })
  await expect(anUploadedFile(h, admin, 'attachment', 'x'.repeat(101))).rejects.toThrow()
  await anUploadedFile(h, admin, 'attachment', 'x'.repeat(100))
  // A program with a higher limit on the same database.
  const other = await startHarness({ on: h.test, tokens: h.tokens })
  await anUploadedFile(other, admin, 'attachment', 'x'.repeat(101))
  await other.stop()
})
