import { expect, test, vi } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { greetFirstAdmin } from './first-link.ts'

test('a service names its own command for the first link, a checkout the npm script', async () => {
  vi.stubGlobal('process', Object.create(process, { stdout: { value: { isTTY: false } } }))
  const unused = {} as Database
  const settings = { APP_URL: 'https://support.firma.se', ORG_NAME: 'Firma AB' }
  expect(await greetFirstAdmin(unused, settings)).toMatch(/ med: npm run login:link$/)
  vi.stubEnv('OPERATOR_COMMAND', 'stodpunkt')
  expect(await greetFirstAdmin(unused, settings)).toMatch(/ med: stodpunkt login-link$/)
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
