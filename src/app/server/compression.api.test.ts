import { afterAll, beforeAll, expect, test } from 'vitest'
import { decompressed } from '#tests/fuzz/decompress.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let technician: Person
beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  for (let count = 0; count < 12; count++) await h.aCustomer({ orgId })
})
afterAll(() => h.stop())

/** A list is compressed in one call; the API description, which is larger, through a stream. */
test.each(['/api/customers', '/api/openapi.json'])('%s is sent in the cheapest accepted encoding', async (url) => {
  const sent = async (accepted: string) => {
    const authorization = `Bearer ${technician.token}`
    const { rawPayload, headers } = await h.app.inject({
      url,
      headers: { authorization, 'accept-encoding': accepted },
    })
    const encoding = headers['content-encoding'] as string | undefined
    return { encoding, bytes: rawPayload.length, body: decompressed(rawPayload, encoding) }
  }
  const plain = await sent('identity')
  expect(plain).toMatchObject({ encoding: undefined, body: expect.stringMatching(/^\{[\s\S]{2000,}\}$/) })
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
  ] as const) {
    const answer = await sent(accepted)
    expect(answer).toMatchObject({ encoding, body: plain.body })
    expect(answer.bytes).toBeLessThan(plain.bytes / 2)
  }
})
