import { errors, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { NoSession } from '#db/scope.ts'
import type { PublicKey } from '../auth.contract.ts'
import { ACCESS_TOKEN_SECONDS } from '../lifetimes.rules.ts'

const ISSUER = 'stodpunkt'
const AUDIENCE = 'authenticated'
const CLOCK_SKEW_SECONDS = 60
/** So many tokens are looked at once only; about 5 MB. */
const KNOWN_TOKENS = 5000

/** A private ES256 key; the first of a list signs, all of them are accepted until they are removed. */
export type SigningKey = JWK & { kid: string }

type TokenSession = { sessionId: string; expiresAt: number }
/** `iat` in Unix seconds. */
type Verified = { session: TokenSession; iat: number }

export type AccessTokens = {
  /** `issuedAt` in Unix seconds, now unless it is given. */
  sign: (login: { userId: string; sessionId: string; email: string }, issuedAt?: number) => Promise<string>
  /** The session a token names, and when the token expires (Unix milliseconds). Throws NoSession for anything that is not an unexpired access token of ours. */
  sessionOf: (token: string) => Promise<TokenSession>
  /** The public halves, for /.well-known/jwks.json. */
  publicKeys: PublicKey[]
}

export async function openAccessTokens(signingKeys: [SigningKey, ...SigningKey[]]): Promise<AccessTokens> {
  const current = signingKeys[0]
  const privateKey = await importJWK(current, 'ES256')
  const publicKeys = signingKeys.map(publicHalf)
  const byKid = new Map(
    await Promise.all(publicKeys.map(async (jwk) => [jwk.kid, await importJWK(jwk, 'ES256')] as const)),
  )
  const keyOf = ({ kid }: { kid?: string }) => {
    const key = byKid.get(kid ?? '')
    if (!key) throw new NoSession()
    return key
  }
  const known = new Map<string, Verified>()
  return {
    publicKeys,
    sign: ({ userId, sessionId, email }, issuedAt = unixSeconds()) =>
      new SignJWT({ session_id: sessionId, email, role: AUDIENCE })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: current.kid })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .sign(privateKey),
    sessionOf: async (token) => {
      // What a signature says does not change; whether it is the token's time does.
      const earlier = known.get(token)
      if (earlier) {
        if (isItsTime(earlier)) return earlier.session
        known.delete(token)
      }
      const { payload } = await jwtVerify(token, keyOf, {
        algorithms: ['ES256'],
        typ: 'at+jwt',
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'iat', 'sub', 'session_id'],
        clockTolerance: CLOCK_SKEW_SECONDS,
        // However late it says it expires, a token is never older than we make them.
        maxTokenAge: ACCESS_TOKEN_SECONDS,
      }).catch((error: unknown) => {
        if (error instanceof errors.JOSEError) throw new NoSession()
        throw error
      })
      if (payload.exp === undefined || !Number.isSafeInteger(payload.exp)) throw new NoSession()
      if (typeof payload.session_id !== 'string' || !uuid.test(payload.session_id)) throw new NoSession()
      const session = { sessionId: payload.session_id, expiresAt: payload.exp * 1000 }
      const [oldest] = known.keys()
      if (oldest !== undefined && known.size >= KNOWN_TOKENS) known.delete(oldest)
      known.set(token, { session, iat: payload.iat ?? 0 })
      return session
    },
  }
}

export const unixSeconds = () => Math.floor(Date.now() / 1000)

/** As jose judges `exp`, `iat` and the greatest age. */
function isItsTime({ session, iat }: Verified): boolean {
  const now = unixSeconds()
  const age = now - iat
  return (
    now - CLOCK_SKEW_SECONDS < session.expiresAt / 1000 &&
    age - CLOCK_SKEW_SECONDS <= ACCESS_TOKEN_SECONDS &&
    age >= -CLOCK_SKEW_SECONDS
  )
}

/** Named one by one: what else a key file holds, its private half first of all, never leaves. */
function publicHalf({ kty, crv, x, y, kid }: SigningKey): PublicKey {
  if (!kty || !crv || !x || !y) throw new Error(`The signing key ${kid} is not an elliptic curve key`)
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
