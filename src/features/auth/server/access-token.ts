import { errors, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { NoSession } from '#platform/database/scope.ts'
import type { AuthMethod, PublicKey } from '../auth.contract.ts'
import { ACCESS_TOKEN_SECONDS } from '../lifetimes.rules.ts'

const ISSUER = 'stodpunkt'
const AUDIENCE = 'authenticated'
const CLOCK_SKEW_SECONDS = 60
/** How many verified tokens are cached; about 5 MB. */
const CACHED_TOKENS = 5000

/** A private ES256 key; the first of a list signs, all of them verify. */
export type SigningKey = JWK & { kid: string }

type TokenSession = { sessionId: string; expiresAt: number }
/** `iat` in Unix seconds. */
type Verified = { session: TokenSession; iat: number }

/** `aal` and `amr` are for the client alone: the server reads the session. */
type SignedLogin = { userId: string; sessionId: string; email: string; aal?: 'aal1' | 'aal2'; amr?: AuthMethod[] }

export type AccessTokens = {
  /** `issuedAt` in Unix seconds, by default now. */
  sign: (login: SignedLogin, issuedAt?: number) => Promise<string>
  /** Verifies a token; returns its session and expiry (Unix milliseconds). Throws NoSession for anything but a valid access token. */
  sessionOf: (token: string) => Promise<TokenSession>
  /** The public keys, for /.well-known/jwks.json. */
  publicKeys: PublicKey[]
}

export async function openAccessTokens(signingKeys: [SigningKey, ...SigningKey[]]): Promise<AccessTokens> {
  const current = signingKeys[0]
  const privateKey = await importJWK(current, 'ES256')
  const publicKeys = signingKeys.map(publicKeyOf)
  const byKid = new Map(
    await Promise.all(publicKeys.map(async (jwk) => [jwk.kid, await importJWK(jwk, 'ES256')] as const)),
  )
  const keyOf = ({ kid }: { kid?: string }) => {
    const key = byKid.get(kid ?? '')
    if (!key) throw new NoSession()
    return key
  }
  const cache = new Map<string, Verified>()
  return {
    publicKeys,
    sign: ({ userId, sessionId, email, aal = 'aal1', amr = [] }, issuedAt = unixSeconds()) =>
      new SignJWT({ session_id: sessionId, email, role: AUDIENCE, aal, amr })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: current.kid })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .sign(privateKey),
    sessionOf: async (token) => {
      // The signature is verified once; the lifetime is checked each time.
      const cached = cache.get(token)
      if (cached) {
        if (isWithinLifetime(cached)) return cached.session
        cache.delete(token)
      }
      const { payload } = await jwtVerify(token, keyOf, {
        algorithms: ['ES256'],
        typ: 'at+jwt',
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'iat', 'sub', 'session_id'],
        clockTolerance: CLOCK_SKEW_SECONDS,
        // Limits the age even when `exp` is later.
        maxTokenAge: ACCESS_TOKEN_SECONDS,
      }).catch((error: unknown) => {
        if (error instanceof errors.JOSEError) throw new NoSession()
        throw error
      })
      if (payload.exp === undefined || !Number.isSafeInteger(payload.exp)) throw new NoSession()
      if (typeof payload.session_id !== 'string' || !uuid.test(payload.session_id)) throw new NoSession()
      const session = { sessionId: payload.session_id, expiresAt: payload.exp * 1000 }
      const [oldest] = cache.keys()
      if (oldest !== undefined && cache.size >= CACHED_TOKENS) cache.delete(oldest)
      cache.set(token, { session, iat: payload.iat ?? 0 })
      return session
    },
  }
}

export const unixSeconds = () => Math.floor(Date.now() / 1000)

/** The same checks of `exp`, `iat` and `maxTokenAge` as in jose. */
function isWithinLifetime({ session, iat }: Verified): boolean {
  const now = unixSeconds()
  const age = now - iat
  return (
    now - CLOCK_SKEW_SECONDS < session.expiresAt / 1000 &&
    age - CLOCK_SKEW_SECONDS <= ACCESS_TOKEN_SECONDS &&
    age >= -CLOCK_SKEW_SECONDS
  )
}

/** Lists its fields, so that nothing else in the key file, the private key above all, is published. */
function publicKeyOf({ kty, crv, x, y, kid }: SigningKey): PublicKey {
  if (!kty || !crv || !x || !y) throw new Error(`The signing key ${kid} is not an elliptic curve key`)
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
