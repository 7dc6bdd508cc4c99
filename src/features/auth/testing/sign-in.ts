// Logins with passwords, and the real auth-js against the real server.
import { AuthClient } from '@supabase/auth-js'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { PASSWORD_MIN_LENGTH } from '../password.rules.ts'
import { openPasswords } from '../server/passwords.ts'

export const PASSWORD = 'Räksmörgås på kajen'

export const passwords = openPasswords({ minLength: PASSWORD_MIN_LENGTH })

export const STORAGE_KEY = 'session'

let hash: string | undefined

/** Sets a login's password, by default PASSWORD. */
export async function givePassword({ database }: Harness, { userId }: Person, password = PASSWORD) {
  hash ??= await passwords.choose(PASSWORD)
  const passwordHash = password === PASSWORD ? hash : await passwords.choose(password)
  await database.as('owner', (db) =>
    db.updateTable('auth.users').set({ passwordHash }).where('id', '=', userId).execute(),
  )
}

/** A technician with the password PASSWORD. */
export async function aTechnicianWithPassword(h: Harness, orgId: string): Promise<Person> {
  const person = await h.aTechnician({ orgId })
  await givePassword(h, person)
  return person
}

/** Ends the person's sessions except the one that the test's own calls use. */
export const endBrowserSessions = ({ test }: Harness, { userId, sessionId }: Person) =>
  test.superuser.query('update auth.sessions set ended_at = now() where user_id = $1 and id != $2', [userId, sessionId])

/** An auth-js client with its own storage, which may contain a session from an earlier sign-in. */
export const aBrowser = ({ fetch }: Pick<Harness, 'fetch'>, session?: object) =>
  authClientOn(fetch, new Map(session ? [[STORAGE_KEY, JSON.stringify(session)]] : []))

/** An auth-js client on a storage that may be shared with others. */
export function authClientOn(fetch: typeof globalThis.fetch, stored: Map<string, string>) {
  return new AuthClient({
    url: 'http://localhost/auth/v1',
    fetch,
    storageKey: STORAGE_KEY,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    autoRefreshToken: false,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  })
}

/** Requests a token and returns the raw response. */
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

/** A signed-in client, its session, and the events that it emits from now on. */
export async function aSignedInBrowser({ fetch }: Pick<Harness, 'fetch'>, { email }: Person) {
  const client = aBrowser({ fetch })
  const { data, error } = await client.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  const events: string[] = []
  client.onAuthStateChange((event) => void events.push(event))
  return { client, events, session: data.session }
}

/** The URL of a request of `fetch`. */
export const addressOf = (input: string | URL | Request) => (input instanceof Request ? input.url : input.toString())
