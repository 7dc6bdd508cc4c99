// The only auth-js client and what reads its errors; session.ts loads it.
import { AuthClient, isAuthApiError, isAuthRetryableFetchError, type Session } from '@supabase/auth-js'
import { authMessageOf } from './auth-error.ts'

export type Client = InstanceType<typeof AuthClient>
type Options = { fetch: typeof fetch; autoRefreshToken: boolean; storageKey: string }

export const openClient = ({ fetch, ...options }: Options): Client =>
  new AuthClient({
    url: '/auth/v1',
    fetch: withoutServerExpiry(fetch),
    persistSession: true,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
    ...options,
  })

/** Removes `expires_at`, so that auth-js adds `expires_in` to the browser's own clock, which may be a day off. */
const withoutServerExpiry =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (!response.ok || response.status === 204) return response
    const body = await response.json()
    if (typeof body !== 'object' || body === null || !('expires_at' in body)) return Response.json(body)
    const { expires_at: _, ...session } = body
    return Response.json(session)
  }

export type SignInFailure = {
  /** In Swedish. */
  message: string
  /** The address or the password is wrong, not the network or the service. */
  isRefused: boolean
}

/** Signs in; the screens react to the event. Returns why it failed. */
export async function signInWith(client: Client, email: string, password: string): Promise<SignInFailure | undefined> {
  const { error } = await client.signInWithPassword({ email, password })
  if (!error) return undefined
  return { message: authMessageOf(error), isRefused: isAuthApiError(error) && error.code === 'invalid_credentials' }
}

/** Signs in by passkey, which the browser asks for; the screens react to the event. Returns why it failed, in Swedish. */
export async function signInByPasskey(client: Client): Promise<string | undefined> {
  const { error } = await client.signInWithPasskey()
  return error ? authMessageOf(error) : undefined
}

/**
 * After a 401: the token that auth-js or another tab has stored instead of the refused one, else a refreshed one. A refused
 * refresh means that the session has ended; a network error does not.
 */
export async function renewToken(client: Client, refused: string): Promise<string | undefined> {
  // getSession() refreshes an expired session; refreshSession() would then refresh it a second time.
  const stored = await client.getSession()
  if (!stored.data.session) {
    if (!stored.error) await client.signOut({ scope: 'local' })
    return undefined
  }
  if (isReplaced(stored.data.session, refused)) return tokenOfSamePerson(stored.data.session, refused)
  // Two tabs that send the same refresh token get the same new one.
  const { refresh_token } = stored.data.session
  const { data, error } = await client.refreshSession({ refresh_token })
  if (!error) return data.session?.access_token
  const { session } = (await client.getSession()).data
  if (session && isReplaced(session, refused)) return tokenOfSamePerson(session, refused)
  if (!isAuthRetryableFetchError(error)) await client.signOut({ scope: 'local' })
  return undefined
}

const isReplaced = ({ access_token }: Session, refused: string) => access_token !== refused

/** Prevents a retry as another person, who has signed in in another tab. */
const tokenOfSamePerson = ({ access_token }: Session, refused: string) =>
  personOf(access_token) === personOf(refused) ? access_token : undefined

/** The subject of an access token, which only the server verifies. */
const personOf = (accessToken: string): unknown =>
  JSON.parse(atob((accessToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))).sub
