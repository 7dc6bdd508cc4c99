// The session of this browser, which follows the events of auth-js.
import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { CallError, call, connect, unreachable } from '#shared/web/call.ts'
import { setDraftOwner } from '#shared/web/draft-owner.ts'
import { snapshotForms } from '#shared/web/form-recovery.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { loadCode } from '#shared/web/load-code.ts'
import { prove } from '#shared/web/proof.ts'
import { queryClient } from '#shared/web/query-client.ts'
import { useStore } from '#shared/web/store.ts'
import { auth, type Me } from '../auth.contract.ts'
import type { Client, SignInFailure } from './auth-client.ts'
import { MIN_LIFE_MS, rememberPortal, SESSION_KEY } from './session-key.ts'

/** `loading` until the stored session has been read. */
export type SessionState = { status: 'loading' | 'out' } | { status: 'in'; userId: string; email: string }

const LOADING: SessionState = { status: 'loading' }
const OUT: SessionState = { status: 'out' }
/** By then the first screen is usually open, and the session has not expired. */
const CLIENT_DELAY_MS = 5000

let openedClient: (() => Promise<Client>) | undefined
let loadedClient: Client | undefined
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

/**
 * Reads the stored session, follows its changes and connects `call`. Call it once, before the first screen. auth-js, a
 * tenth of a screen's code, is loaded after the first screen, or when the session needs it. Returns its disposal.
 */
export function startSession({
  fetch: customFetch,
  autoRefreshToken = true,
  storageKey = SESSION_KEY,
}: Options = {}): () => Promise<void> {
  const fetch: typeof globalThis.fetch = customFetch ?? ((input, init) => globalThis.fetch(input, init))
  let client: Promise<Client> | undefined
  const open = async () => {
    const { openClient } = await loadCode(importClient)
    const opened = openClient({ fetch, autoRefreshToken, storageKey })
    opened.onAuthStateChange((event, session) => {
      // After a failed renewal auth-js begins without a session, although it keeps the stored one and tries again.
      const isKept = event === 'INITIAL_SESSION' && !session && localStorage.getItem(storageKey) !== null
      if (!isKept || state.status !== 'in') setSession(session, event)
    })
    loadedClient = opened
    return opened
  }
  openedClient = () => (client ??= open())
  storedAs = storageKey
  setState(LOADING)
  // The token comes from the events: getSession() may wait half a minute for the network.
  connect({ fetch, token: () => token, renew, prove, onFactorNeeded: askForFactor })
  const stored = storedSession()
  if (stored) setSession(stored)
  const timer = setTimeout(() => void authClient(), stored ? CLIENT_DELAY_MS : 0)
  // auth-js reports what other tabs do, but may not be loaded here or there.
  const followTabs = ({ key, newValue }: StorageEvent) => {
    if (key !== storageKey) return
    if (newValue === null) return setSession(null)
    const changed = loadedClient ? undefined : storedSession()
    if (changed) setSession(changed, 'SIGNED_IN')
  }
  window.addEventListener('storage', followTabs)
  return async () => {
    clearTimeout(timer)
    window.removeEventListener('storage', followTabs)
    await (await client)?.dispose()
    openedClient = undefined
    loadedClient = undefined
    setSession(null)
    setState(LOADING)
  }
}

const importClient = () => import('./auth-client.ts')

/** The stored session, unless auth-js would renew it first. */
function storedSession(): Session | undefined {
  try {
    const stored: Partial<Session> | null = JSON.parse(localStorage.getItem(storedAs) ?? 'null')
    const { access_token, user, expires_at = 0 } = stored ?? {}
    const isFresh = expires_at * 1000 - Date.now() > MIN_LIFE_MS
    return access_token && user?.id && isFresh ? (stored as Session) : undefined
  } catch {
    return undefined
  }
}

/** Every event carries the current session; several may carry the same. */
function setSession(session: Session | null, event?: AuthChangeEvent) {
  const isReplaced = token !== session?.access_token
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
  // The same person has proved a factor, or signed in again, here or in another tab.
  else if (isReplaced && event !== undefined && proving.has(event)) void refetchPerson()
}

const proving = new Set<AuthChangeEvent>(['SIGNED_IN', 'MFA_CHALLENGE_VERIFIED'])

/** Asks the server again who the person is and what is needed first. */
export const refetchPerson = () => invalidate(queryClient, ['me'])

/** The session has become one that must prove a factor, perhaps while somebody was writing. */
function askForFactor() {
  const isKnown = queryClient.getQueriesData<Me>({ queryKey: ['me'] }).some(([, me]) => me?.needs === 'factor')
  if (isKnown) return
  snapshotForms()
  void refetchPerson()
}

function setState(next: SessionState) {
  state = next
  for (const listener of listeners) listener()
}

/** Called after a 401. */
async function renew(refused: string | undefined): Promise<string | undefined> {
  if (!refused) return undefined
  const { renewToken } = await loadCode(importClient)
  return renewToken(await authClient(), refused)
}

/** The auth-js client. Throws before startSession(). */
export async function authClient(): Promise<Client> {
  if (!openedClient) throw new Error('startSession() has not been called')
  return openedClient()
}

/** Signs in; the screens react to the event. Returns why it failed. */
export async function signIn(email: string, password: string): Promise<SignInFailure | undefined> {
  const { signInWith } = await loadCode(importClient)
  return signInWith(await authClient(), email, password)
}

/** Signs in by passkey; the screens react to the event. Returns why it failed. */
export async function signInByPasskey(): Promise<string | undefined> {
  const { signInByPasskey: signIn } = await loadCode(importClient)
  return signIn(await authClient())
}

/** Ends the session of this browser, whether the server is reachable or not. */
export async function signOutLocally() {
  await (await authClient()).signOut({ scope: 'local' })
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
  setSession(null)
  // It may not be loaded, and its code not be reachable.
  await loadedClient?.signOut({ scope: 'local' })
}

/** Resolves once somebody is signed in; at once if so. */
export const onceSignedIn = (): Promise<void> => once(({ status }) => status === 'in')
/** Resolves once the stored session has been read. */
export const onceRead = (): Promise<void> => once(({ status }) => status !== 'loading')

async function once(isReached: (state: SessionState) => boolean): Promise<void> {
  if (isReached(state)) return
  await new Promise<void>((resolve) => {
    const unsubscribe = subscribe(() => {
      if (!isReached(state)) return
      unsubscribe()
      resolve()
    })
  })
}

export const currentSession = (): SessionState => state
export const useSession = (): SessionState => useStore(subscribe, currentSession)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
