// The back office as a signed-in person sees it, in a test of a screen.
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Outlet } from 'react-router'
import { routes } from '#app/browser/routes.tsx'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { openApp, rememberSession } from '../auth/testing/screen.tsx'
import { PASSWORD } from '../auth/testing/sign-in.ts'

// What jsdom lacks of a browser: the pointer that a toast follows.
if (!('setPointerCapture' in Element.prototype))
  Object.assign(Element.prototype, { setPointerCapture: () => undefined })

// Around the root route's screens openApp has the frame already.
const screens = routes.map((root) => ({ ...root, element: <Outlet /> })) as typeof routes

type Options = { fetch?: typeof fetch }

/** Opens an address as somebody to whom givePassword was given; the screens are the app's own. */
export async function openBackOffice(h: Harness, { email }: Person, path: string, { fetch = h.fetch }: Options = {}) {
  await rememberSession(h, email, PASSWORD)
  return { user: userEvent.setup(), ...openApp(h, { path, routes: screens, fetch }) }
}

/** What a field says is wrong with it, as a screen reader finds it. */
export const problemOf = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()

type Seen = { method: string; path: string }

/** The harness's fetch, where `meddle` may answer or fail in the server's place; undefined lets the server answer. */
export const meddling =
  (h: Harness, meddle: (seen: Seen, pass: () => Promise<Response>) => Promise<Response> | undefined): typeof fetch =>
  async (input, init) => {
    const request = new Request(
      input instanceof Request ? input : `http://localhost${String(input).replace(/^https?:\/\/[^/]+/, '')}`,
      init,
    )
    const pass = () => h.fetch(input, init)
    return (await meddle({ method: request.method, path: new URL(request.url).pathname }, pass)) ?? pass()
  }

export const brokenAnswer = () =>
  Response.json({ error: { code: 'internal', message: 'Något gick fel hos oss', requestId: 'r-1' } }, { status: 500 })

export const lostConnection = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'))

/** What a select says is chosen. */
export const chosenIn = async (label: string): Promise<string | null | undefined> =>
  (await screen.findByRole<HTMLSelectElement>('combobox', { name: label })).selectedOptions[0]?.textContent
