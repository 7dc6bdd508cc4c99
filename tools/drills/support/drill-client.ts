import { auth } from '#auth/auth.contract.ts'
import { type Call, createCall } from '#lib/web/call.ts'
import { admin } from '../../support/product.ts'

/** What came back of one request; status 0 is a connection that broke, 'hung' one that was not answered in ten seconds. */
export type Answered = { status: number | 'hung'; afterMs: number; retryAfter: string | null }
export type Client = {
  call: Call
  /** A token that is good now. */
  signIn: () => Promise<string>
  /** How often it had to sign in. */
  signIns: () => number
}

/** The administrator at work: signs in when a 401 says so. `observe` is told of every answer. */
export function openClient(url: string, observe: (answered: Answered) => void = () => undefined): Client {
  const send: typeof fetch = async (path, init) => {
    const startedAt = performance.now()
    const told = (status: Answered['status'], retryAfter: string | null = null) =>
      observe({ status, afterMs: performance.now() - startedAt, retryAfter })
    try {
      const to = path instanceof Request ? path : new URL(path, url)
      const answer = await fetch(to, { ...init, signal: AbortSignal.timeout(10_000) })
      told(answer.status, answer.headers.get('retry-after'))
      return answer
    } catch (error) {
      told(error instanceof DOMException && error.name === 'TimeoutError' ? 'hung' : 0)
      throw error
    }
  }
  let token: string | undefined
  let signingIn: Promise<string> | undefined
  let signIns = 0
  const signIn = async () => {
    signIns++
    const nobody = createCall({ fetch: send, token: () => undefined, renew: async () => undefined })
    const session = await nobody(auth.token, { query: { grant_type: 'password' }, body: admin })
    token = session.access_token
    return session.access_token
  }
  const renew = () => {
    signingIn ??= signIn().finally(() => {
      signingIn = undefined
    })
    return signingIn
  }
  return { call: createCall({ fetch: send, token: () => token, renew }), signIn: renew, signIns: () => signIns }
}
