// The session of this browser: one auth-js client, and what its events say. Everybody else asks here.
import { type AuthChangeEvent, AuthClient, isAuthRetryableFetchError, type Session } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { connect } from '#lib/web/call.ts'
import { setDraftOwner } from '#lib/web/draft.ts'
import { snapshotForms } from '#lib/web/form-recovery.ts'
import { queryClient } from '#lib/web/query-client.ts'
import { authMessageOf } from './auth-error.ts'

/** `loading` until the stored session has been read. */
export type SessionState = { status: 'loading' | 'out' } | { status: 'in'; userId: string; email: string }

const LOADING: SessionState = { status: 'loading' }
const OUT: SessionState = { status: 'out' }

type Client = InstanceType<typeof AuthClient>

let client: Client | undefined
let token: string | undefined
let state: SessionState = LOADING
const listeners = new Set<() => void>()

type Options = {
  fetch?: typeof fetch
  /** Off in tests: the clock is theirs. */
  autoRefreshToken?: boolean
  /** Where in local storage; every open client wants its own. */
  storageKey?: string
}

/** Reads the stored session and keeps up with it; connects `call`. Once, before the first screen. Returns what ends it. */
export function startSession({ fetch: given, autoRefreshToken = true, storageKey }: Options = {}): () => Promise<void> {
  const fetch: typeof globalThis.fetch = given ?? ((input, init) => globalThis.fetch(input, init))
  const started = new AuthClient({
    url: '/auth/v1',
    fetch: expiringByOwnClock(fetch),
    autoRefreshToken,
    persistSession: true,
    detectSessionInUrl: false,
    ...(storageKey && { storageKey }),
  })
  client = started
  keep(LOADING)
  const { data } = started.onAuthStateChange(follow)
  // The token comes from the events: getSession() may wait for the network half a minute.
  connect({ fetch, token: () => token, renew })
  return async () => {
    data.subscription.unsubscribe()
    await started.dispose()
    client = undefined
    follow('SIGNED_OUT', null)
    keep(LOADING)
  }
}

/** Every event says what holds now; several may say the same. */
function follow(_event: AuthChangeEvent, session: Session | null) {
  token = session?.access_token
  const userId = session?.user.id
  const before = state.status === 'in' ? state.userId : undefined
  if (before !== undefined && !userId) snapshotForms()
  // Cached responses of one person are never shown to another.
  if (before !== undefined && before !== userId) queryClient.clear()
  if (userId) setDraftOwner(userId)
  if (!session) return keep(OUT)
  if (before !== userId) keep({ status: 'in', userId: session.user.id, email: session.user.email ?? '' })
}

function keep(next: SessionState) {
  state = next
  for (const listener of listeners) listener()
}

/**
 * After a 401: the token that has replaced the refused one, by auth-js or another tab, or else a new one. A refusal means
 * that the session ended elsewhere; no contact means nothing.
 */
async function renew(refused: string | undefined): Promise<string | undefined> {
  if (!refused) return undefined
  // On the way auth-js refreshes a stored session that has expired; refreshSession() would then refresh it a second time.
  const stored = await authClient().getSession()
  if (!stored.data.session) {
    if (!stored.error) await forget()
    return undefined
  }
  if (isOther(stored.data.session, refused)) return ownTokenOf(stored.data.session, refused)
  // Of two tabs that send the same refresh token, both get its one child.
  const { refresh_token } = stored.data.session
  const { data, error } = await authClient().refreshSession({ refresh_token })
  if (!error) return data.session?.access_token
  const { session } = (await authClient().getSession()).data
  if (session && isOther(session, refused)) return ownTokenOf(session, refused)
  if (!isAuthRetryableFetchError(error)) await forget()
  return undefined
}

const isOther = ({ access_token }: Session, refused: string) => access_token !== refused

/** What one person sent is never sent again as another, who has signed in meanwhile in another tab. */
const ownTokenOf = ({ access_token }: Session, refused: string) =>
  personOf(access_token) === personOf(refused) ? access_token : undefined

/** The subject that an access token names; the server alone judges whether the token is good. */
const personOf = (accessToken: string): unknown =>
  JSON.parse(atob((accessToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))).sub

/** Without the server's `expires_at` auth-js counts `expires_in` by the clock of the browser, which may be a day off. */
const expiringByOwnClock =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (!response.ok || response.status === 204) return response
    const { expires_at: _, ...answer } = await response.json()
    return Response.json(answer)
  }

/** The one auth-js client. */
export function authClient(): Client {
  if (!client) throw new Error('startSession() has not been called')
  return client
}

/** Signs in; the screens follow the event. Returns what went wrong, in Swedish, if anything did. */
export async function signIn(email: string, password: string): Promise<string | undefined> {
  const { error } = await authClient().signInWithPassword({ email, password })
  return error ? authMessageOf(error) : undefined
}

/** Signs this browser out, whether the server answers or not. */
export async function forget() {
  await authClient().signOut({ scope: 'local' })
}

export const useSession = (): SessionState => useSyncExternalStore(subscribe, () => state)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
