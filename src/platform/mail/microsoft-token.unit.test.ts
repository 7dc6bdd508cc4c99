import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { microsoftToken, TokenRefused } from './microsoft-token.ts'

test('A-494: no request is sent for a directory that is neither an id nor a domain', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer(({ url }, response) => {
    asked.push(url)
    response.end(JSON.stringify({ access_token: 'x', expires_in: 1 }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const loginUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = (tenant: string | null) => microsoftToken({ tenant, clientId: 'x' }, 'x', loginUrl)
  for (const tenant of ['..', '.', '../x', 'a/b', 'a?b', 'a#b', '%2e%2e', ' ', '', null])
    await expect(ask(tenant)).rejects.toThrow(TokenRefused)
  for (const tenant of ['a3f1c9d2-0000-4000-8000-000000000001', 'nordnat.onmicrosoft.com']) await ask(tenant)
  expect(asked).toEqual([
    '/a3f1c9d2-0000-4000-8000-000000000001/oauth2/v2.0/token',
    '/nordnat.onmicrosoft.com/oauth2/v2.0/token',
  ])
  await new Promise((resolve) => server.close(resolve))
})
