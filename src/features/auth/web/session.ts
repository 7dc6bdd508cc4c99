// The session of this browser: the only auth-js client, and the state that follows its events.
import {
  type AuthChangeEvent,
  AuthClient,
  isAuthApiError,
  isAuthRetryableFetchError,
  type Session,
} from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { CallError, call, connect, unreachable } from '#shared/web/call.ts'
import { setDraftOwner } from '#shared/web/draft-owner.ts'
import { snapshotForms } from '#shared/web/form-recovery.ts'
import { queryClient } from '#shared/web/query-client.ts'
import { auth } from '../auth.contract.ts'
import { authMessageOf } from './auth-error.ts'
import { rememberPortal, SESSION_KEY } from './session-key.ts'

/** `loading` until the stored session has been read. */
export type SessionState = { status: 'loading' | 'out' } | { status: 'in'; userId: string; email: string }

const LOADING: SessionState = { status: 'loading' }
const OUT: SessionState = { status: 'out' }

type Client = InstanceType<typeof AuthClient>

let client: Client | undefined
let storedAs = SESSION_KEY
let token: string | undefined
let state: SessionState = LOADING
const listeners = new Set<() => void>()

type Options = {
  fetch?: typeof fetch
  /** Off in tests, which control the clock. */
  autoRefreshToken?: boolean
  /** The key in local storage; concurrent clients need different ones. */
  storageKey?: string
}

/** Loads the stored session, follows its changes and connects `call`. Call it once, before the first screen. Returns its disposal. */
export function startSession({
  fetch: customFetch,
  autoRefreshToken = true,
  storageKey = SESSION_KEY,
}: Options = {}): () => Promise<void> {
  const fetch: typeof globalThis.fetch = customFetch ?? ((input, init) => globalThis.fetch(input, init))
  const started = new AuthClient({
    url: '/auth/v1',
    fetch: withoutServerExpiry(fetch),
    autoRefreshToken,
    persistSession: true,
    detectSessionInUrl: false,
    storageKey,
  })
  client = started
  storedAs = storageKey
  setState(LOADING)
  const { data } = started.onAuthStateChange(onSessionChange)
  // The token comes from the events: getSession() may wait half a minute for the network.
  connect({ fetch, token: () => token, renew })
  return async () => {
    data.subscription.unsubscribe()
    await started.dispose()
    client = undefined
    onSessionChange('SIGNED_OUT', null)
    setState(LOADING)
  }
}

/** Every event carries the current session; several may carry the same. */
function onSessionChange(_event: AuthChangeEvent, session: Session | null) {
  token = session?.access_token
  const userId = session?.user.id
  const previousUserId = state.status === 'in' ? state.userId : undefined
  if (previousUserId !== undefined && !userId) snapshotForms()
  // Cached responses must not be shown to another person.
  if (previousUserId !== undefined && previousUserId !== userId) queryClient.clear()
  if (userId) setDraftOwner(userId)
  if (!session) {
    rememberPortal(undefined)
    return setState(OUT)
  }
  if (previousUserId !== userId) setState({ status: 'in', userId: session.user.id, email: session.user.email ?? '' })
}

function setState(next: SessionState) {
  state = next
  for (const listener of listeners) listener()
}

/**
 * After a 401: the token that auth-js or another tab has stored instead of the refused one, else a refreshed one. A refused
 * refresh means that the session has ended; a network error does not.
 */
async function renew(refused: string | undefined): Promise<string | undefined> {
  if (!refused) return undefined
  // getSession() refreshes an expired session; refreshSession() would then refresh it a second time.
  const stored = await authClient().getSession()
  if (!stored.data.session) {
    if (!stored.error) await signOutLocally()
    return undefined
  }
  if (isReplaced(stored.data.session, refused)) return tokenOfSamePerson(stored.data.session, refused)
  // Two tabs that send the same refresh token get the same new one.
  const { refresh_token } = stored.data.session
  const { data, error } = await authClient().refreshSession({ refresh_token })
  if (!error) return data.session?.access_token
  const { session } = (await authClient().getSession()).data
  if (session && isReplaced(session, refused)) return tokenOfSamePerson(session, refused)
  if (!isAuthRetryableFetchError(error)) await signOutLocally()
  return undefined
}

const isReplaced = ({ access_token }: Session, refused: string) => access_token !== refused

/** Prevents a retry as another person, who has signed in in another tab. */
const tokenOfSamePerson = ({ access_token }: Session, refused: string) =>
  personOf(access_token) === personOf(refused) ? access_token : undefined

/** The subject of an access token, which only the server verifies. */
const personOf = (accessToken: string): unknown =>
  JSON.parse(atob((accessToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))).sub

/** Removes `expires_at`, so that auth-js adds `expires_in` to the browser's own clock, which may be a day off. */
const withoutServerExpiry =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (!response.ok || response.status === 204) return response
    const { expires_at: _, ...body } = await response.json()
    return Response.json(body)
  }

/** The auth-js client. Throws before startSession(). */
export function authClient(): Client {
  if (!client) throw new Error('startSession() has not been called')
  return client
}

type SignInFailure = {
  /** In Swedish. */
  message: string
  /** The address or the password is wrong, not the network or the service. */
  isRefused: boolean
}

/** Signs in; the screens react to the event. Returns why it failed. */
export async function signIn(email: string, password: string): Promise<SignInFailure | undefined> {
  const { error } = await authClient().signInWithPassword({ email, password })
  if (!error) return undefined
  return { message: authMessageOf(error), isRefused: isAuthApiError(error) && error.code === 'invalid_credentials' }
}

/** Ends the session of this browser, whether the server is reachable or not. */
export async function signOutLocally() {
  await authClient().signOut({ scope: 'local' })
}

/**
 * Ends the session on the server; one that has already ended is no failure. Throws when the server cannot be reached or refuses:
 * the session then continues here too, whereas auth-js would drop it first.
 */
export async function endOnServer() {
  try {
    await call(auth.logout, { query: { scope: 'local' } })
  } catch (error) {
    const status = error instanceof CallError ? error.status : undefined
    // call() renews the session after a 401; if it is still here, only the network failed.
    if (status === 401 && state.status === 'in') throw new CallError(0, unreachable)
    if (status !== 401 && status !== 403) throw error
  }
}

/** Removes a session from this browser after it has ended on the server. */
export async function forgetSession() {
  // Without a stored session auth-js sends no request of its own.
  localStorage.removeItem(storedAs)
  await signOutLocally()
}

/** Resolves once somebody is signed in; at once if so. */
export async function onceSignedIn(): Promise<void> {
  if (state.status === 'in') return
  await new Promise<void>((resolve) => {
    const unsubscribe = subscribe(() => {
      if (state.status !== 'in') return
      unsubscribe()
      resolve()
    })
  })
}

export const currentSession = (): SessionState => state
export const useSession = (): SessionState => useSyncExternalStore(subscribe, currentSession, currentSession)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
