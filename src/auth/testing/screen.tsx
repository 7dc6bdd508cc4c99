// A screen as a person sees it: the real routes, the real auth-js and the in-process server.
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { toast } from 'sonner'
import { UiProvider } from '#lib/ui/ui-provider.tsx'
import { queryClient } from '#lib/web/query-client.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { startSession } from '../web/session.ts'
import { PASSWORD } from './sign-in.ts'

/** auth-js warns of two clients on one key, even when the first is closed. */
let count = 0
const storageKey = () => `session-${count}`

let end: (() => Promise<void>) | undefined

type Shown = { path: string; routes: RouteObject[]; fetch?: typeof fetch }

/** Opens the app at a path with whatever session is stored; `router.state.location` says where it went. */
export function openApp(h: Harness, { path, routes, fetch = h.fetch }: Shown) {
  end = startSession({ fetch, autoRefreshToken: false, storageKey: storageKey() })
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return { router, at: () => router.state.location.pathname + router.state.location.search }
}

/** Closes what openApp opened and forgets the person. */
export async function closeApp() {
  cleanup()
  // They outlive the page they were shown on; on a page that stands, each would leave a timer behind.
  toast.dismiss()
  await end?.()
  end = undefined
  count += 1
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
}

/** At the sign-in that is shown, or comes by itself. */
export async function signIn({ email }: Pick<Person, 'email'>, password = PASSWORD) {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('E-post'), email)
  await user.type(screen.getByLabelText('Lösenord'), password)
  await user.click(screen.getByRole('button', { name: 'Logga in' }))
}

/** Puts a session into the browser's storage, as an earlier sign-in left it. */
export async function rememberSession(h: Harness, email: string, password: string) {
  const answer = await h.fetch('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const session = await answer.json()
  const expiresAt = Math.floor(Date.now() / 1000) + session.expires_in
  localStorage.setItem(storageKey(), JSON.stringify({ ...session, expires_at: expiresAt }))
  return session as { access_token: string; refresh_token: string }
}

/** What the browser has kept of the session. */
export const storedSession = () => localStorage.getItem(storageKey())
