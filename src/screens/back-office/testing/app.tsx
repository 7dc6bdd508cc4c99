// Renders the back office for a signed-in user in screen tests.
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type InitialEntry, Outlet } from 'react-router'
import { routes } from '#app/browser/routes.tsx'
import { openApp, rememberSession } from '#features/auth/testing/screen.tsx'
import { PASSWORD } from '#features/auth/testing/sign-in.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'

// jsdom lacks pointer capture, which toasts need.
if (!('setPointerCapture' in Element.prototype))
  Object.assign(Element.prototype, { setPointerCapture: () => undefined })

// openApp already renders the layout of the root routes.
const screens = routes.map((root) => ({ ...root, element: <Outlet /> })) as typeof routes

type Options = {
  fetch?: typeof fetch
  /** Runs once the session is stored, before the app reads it. */
  beforeOpening?: () => Promise<unknown>
}

/** Opens a path as a user who was set up with givePassword; the screens are those of the app. */
export async function openBackOffice(
  h: Harness,
  { email }: Person,
  path: InitialEntry,
  { fetch = h.fetch, beforeOpening }: Options = {},
) {
  await rememberSession(h, email, PASSWORD)
  await beforeOpening?.()
  return { user: userEvent.setup(), ...openApp(h, { path, routes: screens, fetch }) }
}

/** The error message of a field, found by its ARIA reference. */
export const problemOf = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()

type RequestLine = { method: string; path: string; search: URLSearchParams }

/**
 * The harness's fetch, where `meddle` may respond or fail in place of the server; if it returns undefined, the request
 * is passed on.
 */
export const meddling =
  (
    h: Harness,
    meddle: (seen: RequestLine, pass: () => Promise<Response>) => Promise<Response> | undefined,
  ): typeof fetch =>
  async (input, init) => {
    const request = new Request(
      input instanceof Request ? input : `http://localhost${String(input).replace(/^https?:\/\/[^/]+/, '')}`,
      init,
    )
    const pass = () => h.fetch(input, init)
    const { pathname, searchParams } = new URL(request.url)
    return (await meddle({ method: request.method, path: pathname, search: searchParams }, pass)) ?? pass()
  }

export const brokenAnswer = () =>
  Response.json({ error: { code: 'internal', message: 'Något gick fel hos oss', requestId: 'r-1' } }, { status: 500 })

export const lostConnection = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'))

/** The label of the selected option. */
export const chosenIn = async (label: string): Promise<string | null | undefined> =>
  (await screen.findByRole<HTMLSelectElement>('combobox', { name: label })).selectedOptions[0]?.textContent
