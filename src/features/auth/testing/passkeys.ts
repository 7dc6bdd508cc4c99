// The requests of a browser that adds a passkey and signs in with it.
import { randomBytes } from 'node:crypto'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { Authenticator, type Deviations } from './authenticator.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Api = Pick<Harness, 'app' | 'test'>

/** Sends a request of the protocol, with the token of `person` if there is one. */
export function ask({ app }: Api, method: Method, path: string, person: Pick<Person, 'token'> | null, body?: object) {
  return app.inject({
    method,
    url: `/auth/v1${path}`,
    remoteAddress: '192.0.2.1',
    headers: { 'user-agent': 'Chrome/130 Windows', ...(person && { authorization: `Bearer ${person.token}` }) },
    ...(body && { payload: body }),
  })
}

/** Sessions of the harness have no refresh token, which a proof rotates. */
const giveRefreshToken = ({ test }: Api, { sessionId }: Person) =>
  test.superuser.query(
    `insert into auth.refresh_tokens (token_hash, session_id) select $1, $2
     where not exists (select from auth.refresh_tokens where session_id = $2)`,
    [randomBytes(32), sessionId],
  )

/** Adds a passkey in the person's session; returns the response of the last step and what was sent in it. */
export async function register(h: Api, person: Person, authenticator: Authenticator, deviations?: Deviations) {
  await giveRefreshToken(h, person)
  const asked = await ask(h, 'POST', '/passkeys/registration/options', person, {})
  if (asked.statusCode !== 200) return { response: asked, sent: {} }
  const { challenge_id, options } = asked.json()
  const sent = { challenge_id, credential: authenticator.create(options, deviations) }
  return { response: await ask(h, 'POST', '/passkeys/registration/verify', person, sent), sent }
}

/** A registered authenticator, and its passkey as the server lists it. */
export async function aPasskey(h: Api, person: Person) {
  const authenticator = new Authenticator()
  const { response } = await register(h, person, authenticator)
  if (response.statusCode !== 200) throw new Error(response.body)
  return { authenticator, passkey: response.json() as { id: string; friendly_name: string } }
}

/** Signs in by passkey; returns the response and what was sent. */
export async function signInByPasskey(h: Api, authenticator: Authenticator, deviations?: Deviations) {
  const { challenge_id, options } = (await ask(h, 'POST', '/passkeys/authentication/options', null, {})).json()
  const sent = { challenge_id, credential: authenticator.get(options, deviations) }
  return { response: await ask(h, 'POST', '/passkeys/authentication/verify', null, sent), sent }
}
