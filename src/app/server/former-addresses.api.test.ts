import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { formerAddressRoutes } from './former-addresses.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ register: formerAddressRoutes })
})
afterAll(() => h.stop())

test('former page addresses redirect, with the rest of the path and query', async () => {
  const locationOf = async (url: string) => {
    const { statusCode, headers } = await h.app.inject({ method: 'GET', url })
    return [statusCode, headers.location]
  }
  expect(await locationOf('/backoffice/bases?month=2026-10')).toEqual([308, '/backoffice/invoice-bases?month=2026-10'])
  expect(await locationOf('/backoffice/bases/1/print')).toEqual([308, '/backoffice/invoice-bases/1/print'])
  expect(await locationOf('/customer-portal/bases/1')).toEqual([308, '/customer-portal/invoice-bases/1'])
  expect(await locationOf('/customer-portal/%62ases/1')).toEqual([308, '/customer-portal/invoice-bases/1'])
})

test('a former endpoint answers that the page must be reloaded', async () => {
  for (const [method, url] of [
    ['GET', '/api/bases'],
    ['POST', '/api/bases/1/approve'],
    ['POST', '/api/portal/bases/1/questions'],
    ['POST', '/api/pots/1/remove'],
    ['GET', '/api/enquiries/unread'],
    ['POST', '/api/customers/1/pots'],
    ['GET', '/api/customers/1/credentials/text'],
  ] as const) {
    const response = await h.app.inject({ method, url, ...(method === 'POST' && { payload: {} }) })
    expect([url, response.statusCode, response.json().error.code]).toEqual([url, 410, 'outdated'])
    expect(response.json().error.message).toBe('Stödpunkt har uppdaterats. Ladda om sidan och försök igen.')
  }
})
