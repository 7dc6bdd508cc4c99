// Renders screens with the real routes, the real auth-js and the in-process server.
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, type InitialEntry, Outlet, type RouteObject, RouterProvider } from 'react-router'
import { toast } from 'sonner'
import { RouteLinks } from '#shared/ui/route-link.tsx'
import { UiProvider } from '#shared/ui/ui-provider.tsx'
import { queryClient } from '#shared/web/query-client.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { startSession } from '../web/session.ts'
import { PASSWORD } from './sign-in.ts'

/** auth-js warns about two clients on one storage key, even when the first is disposed. */
let count = 0
const storageKey = () => `session-${count}`

let endSession: (() => Promise<void>) | undefined

type Options = { path: InitialEntry; routes: RouteObject[]; fetch?: typeof fetch }

/**
 * Opens the app at a path, or at a history entry as a reload does, with the stored session if there is one; `at()` returns the
 * current path.
 */
export function openApp(h: Harness, { path, routes, fetch = h.fetch }: Options) {
  endSession = startSession({ fetch, autoRefreshToken: false, storageKey: storageKey() })
  const layout = (
    <UiProvider>
      <RouteLinks>
        <Outlet />
      </RouteLinks>
    </UiProvider>
  )
  const router = createMemoryRouter([{ element: layout, children: routes }], { initialEntries: [path] })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, at: () => router.state.location.pathname + router.state.location.search }
}

/** Unmounts the app and removes the session. */
export async function closeApp() {
  cleanup()
  // Toasts remain after the page is unmounted, each with a running timer.
  toast.dismiss()
  await endSession?.()
  endSession = undefined
  count += 1
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
}

/** Submits the sign-in form, once it is rendered. */
export async function signIn({ email }: Pick<Person, 'email'>, password = PASSWORD) {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('E-post'), email)
  await user.type(screen.getByLabelText('Lösenord'), password)
  await user.click(screen.getByRole('button', { name: 'Logga in' }))
}

/** Stores a session in the browser's storage, as an earlier sign-in did. */
export async function rememberSession(h: Harness, email: string, password: string) {
  const response = await h.fetch('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const session = await response.json()
  const expiresAt = Math.floor(Date.now() / 1000) + session.expires_in
  localStorage.setItem(storageKey(), JSON.stringify({ ...session, expires_at: expiresAt }))
  return session as { access_token: string; refresh_token: string }
}

/** The session in the browser's storage. */
export const storedSession = () => localStorage.getItem(storageKey())

/** What this tab sees of a sign-out in another. */
export function endSessionInAnotherTab() {
  localStorage.removeItem(storageKey())
  window.dispatchEvent(new StorageEvent('storage', { key: storageKey(), newValue: null }))
}
