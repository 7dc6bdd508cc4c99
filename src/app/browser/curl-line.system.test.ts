// The line that /api/docs shows, run as it stands against a listening server, and what OpenAPI says of keys.
import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeys } from '#features/api-keys/api-keys.contract.ts'
import { anApiKey } from '#features/api-keys/testing/an-api-key.ts'
import { keyScopes } from '#shared/api-key.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { curlLine } from './curl-line.rules.ts'

let h: Harness
let technician: Person
let program: Person & { keyId: string }
let line: string

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  await h.aCustomer({ orgId, name: 'Bergs Bageri' })
  program = await anApiKey(h, technician, ['read'])
  await h.app.listen({ host: '127.0.0.1', port: 0 })
  line = curlLine(`http://127.0.0.1:${(h.app.server.address() as AddressInfo).port}`)
})
afterAll(() => h.stop())

const run = (command: string) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const env = Object.assign({}, process.env, { STODPUNKT_KEY: program.token })
    execFile('sh', ['-c', command], { env }, (error, output) => resolve({ code: error?.code ?? 0, output }))
  })

test('the line of the API reference lists customers, until the key is revoked', async () => {
  const { code, output } = await run(line)
  expect(code).toBe(0)
  expect(JSON.parse(output)).toMatchObject({ rows: [{ name: 'Bergs Bageri' }] })
  await h.as(technician).call(apiKeys.revoke, { params: { id: program.keyId } })
  const refused = await run(line)
  expect(refused.code).toBe(22)
  expect(JSON.parse(refused.output)).toMatchObject({ error: { code: 'invalid_key' } })
})

test('OpenAPI names the scope of each operation that a key may call, and the security schemes', async () => {
  type Operation = { 'x-key-scope'?: string; security: Record<string, string[]>[] }
  type Description = { paths: Record<string, Record<string, Operation>>; components: { securitySchemes: object } }
  const reader = await anApiKey(h, technician, ['read'])
  const answer = await h.app.inject({
    url: '/api/openapi.json',
    headers: { authorization: `Bearer ${reader.token}` },
  })
  const { paths, components } = answer.json<Description>()
  expect(Object.keys(components.securitySchemes)).toEqual(['token', 'apiKey'])
  const scopes = Object.values(paths)
    .flatMap(Object.values<Operation>)
    .map((one) => one['x-key-scope'])
  expect(new Set(scopes)).toEqual(new Set([undefined, ...keyScopes]))
  const bySession = [{ token: [] }]
  expect(paths['/api/customers']?.get?.security).toEqual([...bySession, { apiKey: ['read'] }])
  expect(paths['/api/customers']?.post?.security).toEqual([...bySession, { apiKey: ['customers'] }])
  expect(paths['/api/users']?.get?.security).toEqual(bySession)
  expect(paths['/healthz']?.get?.security).toEqual([])
})
