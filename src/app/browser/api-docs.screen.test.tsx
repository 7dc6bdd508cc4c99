// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { curlLine } from './curl-line.rules.ts'

let h: Harness
let technician: Person

beforeAll(async () => {
  h = await startHarness()
  technician = await h.aTechnician({ orgId: (await h.anOrganization()).id })
  await givePassword(h, technician)
})
afterEach(closeApp)
afterAll(() => h.stop())

test('the API reference is one page in English', async () => {
  await openBackOffice(h, technician, '/api/docs')
  const endpoint = await screen.findByText('GET /api/customers')
  const page = endpoint.closest('[lang]')
  expect(page?.getAttribute('lang')).toBe('en')
  expect(page?.textContent).toContain('Every call, who may make it, and what is sent.')
  expect(page?.textContent).toContain('Responses')
  expect(endpoint.closest('summary')?.textContent).toMatch(/Key: read$/)
  expect(page?.textContent).toContain(curlLine(location.origin))
  expect(page?.textContent).not.toMatch(/[åäöÅÄÖ]/)
})
