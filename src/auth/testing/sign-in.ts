// People who can sign in, and the real auth-js against the real server.
import { AuthClient } from '@supabase/auth-js'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { openPasswords } from '../server/passwords.ts'

export const PASSWORD = 'Räksmörgås på kajen'

export const passwords = openPasswords({ minLength: 6 })

const KEY = 'session'

let hash: string | undefined

/** Gives a login a password; PASSWORD unless another is named. */
export async function givePassword({ database }: Harness, { userId }: Person, password = PASSWORD) {
  hash ??= await passwords.choose(PASSWORD)
  const passwordHash = password === PASSWORD ? hash : await passwords.choose(password)
  await database.as('owner', (db) =>
    db.updateTable('auth.users').set({ passwordHash }).where('id', '=', userId).execute(),
  )
}

/** Ends the sessions of the person's browsers; the one that the test itself calls with goes on. */
export const endBrowserSessions = ({ test }: Harness, { userId, sessionId }: Person) =>
  test.superuser.query('update auth.sessions set ended_at = now() where user_id = $1 and id != $2', [userId, sessionId])

/** A browser's auth-js with a storage of its own, in which an earlier sign-in may have left a session. */
export function aBrowser({ fetch }: Pick<Harness, 'fetch'>, session?: object) {
  const stored = new Map(session ? [[KEY, JSON.stringify(session)]] : [])
  return new AuthClient({
    url: 'http://localhost/auth/v1',
    fetch,
    storageKey: KEY,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    autoRefreshToken: false,
    detectSessionInUrl: false,
  })
}

/** Signs in and returns the answer as it came. */
export function postToken(
  { app }: Pick<Harness, 'app'>,
  grant: 'password' | 'refresh_token',
  body: unknown,
  { ip = '192.0.2.1', headers = {} }: { ip?: string; headers?: Record<string, string> } = {},
) {
  return app.inject({
    method: 'POST',
    url: `/auth/v1/token?grant_type=${grant}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
    remoteAddress: ip,
  })
}

/** A client that is signed in, what was answered, and what its events say from now on. */
export async function aSignedInBrowser({ fetch }: Pick<Harness, 'fetch'>, { email }: Person) {
  const client = aBrowser({ fetch })
  const { data, error } = await client.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  const events: string[] = []
  client.onAuthStateChange((event) => void events.push(event))
  return { client, events, session: data.session }
}

/** Where a request of `fetch` goes. */
export const addressOf = (input: string | URL | Request) => (input instanceof Request ? input.url : input.toString())
