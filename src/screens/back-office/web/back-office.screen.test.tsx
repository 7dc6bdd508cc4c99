// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { routes } from '#app/browser/routes.tsx'
import { closeApp, openApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { openBackOffice } from '../testing/app.tsx'

let h: Harness
let technician: Person

beforeAll(async () => {
  h = await startHarness()
  technician = await h.aTechnician({ orgId: (await h.anOrganization()).id })
  await givePassword(h, technician)
})
afterEach(closeApp)
afterAll(() => h.stop())

const logged = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

test('staff at an unknown path still see the menu, and the path is logged', async () => {
  const log = logged()
  for (const path of ['/backoffice/flyttad', '/backoffice/users/7/ny', '/bo/gammal']) {
    await openBackOffice(h, technician, path)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Oops! Page not found')
    expect(screen.getByRole('navigation', { name: 'Huvudmeny' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Till startsidan' }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('link', { name: 'Till Dashboard' }).getAttribute('href')).toBe('/backoffice')
    await waitFor(() => expect(log).toHaveBeenCalledWith(expect.any(String), path))
    await closeApp()
  }
  log.mockRestore()
})

test('a visitor at an unknown path sees only the 404 page', async () => {
  const log = logged()
  const { at } = openApp(h, { path: '/backoffice/flyttad', routes })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Oops! Page not found')
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(at()).toBe('/backoffice/flyttad')
  log.mockRestore()
})
