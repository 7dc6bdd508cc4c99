import { auth } from '#features/auth/auth.contract.ts'
import { type Call, type Connection, createCall } from '#shared/web/call.ts'
import { admin } from '../../support/product.ts'

/** The outcome of one request: status 0 is a broken connection, 'timeout' no response within ten seconds. */
export type Outcome = { status: number | 'timeout'; afterMs: number; retryAfter: string | null }
export type Client = {
  call: Call
  /** Signs in and returns the new access token. */
  signIn: () => Promise<string>
  /** How often it has signed in. */
  signIns: () => number
}

/** Calls the API at `url` with a fixed token or none. `overloadRetries: 0` shows every refusal to the caller. */
export const callWith = (url: string, token?: string, options: Pick<Connection, 'overloadRetries'> = {}): Call =>
  createCall({
    fetch: (path, init) => fetch(path instanceof Request ? path : new URL(path, url), init),
    token: () => token,
    renew: async () => undefined,
    ...options,
  })

/** Signs in with a password and returns the access token. */
export async function accessToken(call: Call, login: { email: string; password: string } = admin) {
  const { access_token } = await call(auth.token, { query: { grant_type: 'password' }, body: login })
  return access_token
}

/** A client that signs in as the administrator on a 401. Calls `observe` with the outcome of every request. */
export function openClient(url: string, observe: (outcome: Outcome) => void = () => undefined): Client {
  const send: typeof fetch = async (path, init) => {
    const startedAt = performance.now()
    const report = (status: Outcome['status'], retryAfter: string | null = null) =>
      observe({ status, afterMs: performance.now() - startedAt, retryAfter })
    try {
      const to = path instanceof Request ? path : new URL(path, url)
      const answer = await fetch(to, { ...init, signal: AbortSignal.timeout(10_000) })
      report(answer.status, answer.headers.get('retry-after'))
      return answer
    } catch (error) {
      report(error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 0)
      throw error
    }
  }
  let token: string | undefined
  let signingIn: Promise<string> | undefined
  let signIns = 0
  const signIn = async () => {
    signIns++
    token = await accessToken(createCall({ fetch: send, token: () => undefined, renew: async () => undefined }))
    return token
  }
  const renew = () => {
    signingIn ??= signIn().finally(() => {
      signingIn = undefined
    })
    return signingIn
  }
  return { call: createCall({ fetch: send, token: () => token, renew }), signIn: renew, signIns: () => signIns }
}
