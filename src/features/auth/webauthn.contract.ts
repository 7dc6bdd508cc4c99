// The parts of WebAuthn (https://w3c.github.io/webauthn, JSON serialization) that the protocol of auth-js sends and receives.
import { z } from 'zod'

/** Longer than any response of an authenticator that sends no certificates. */
const BYTES_MAX = 16_384
/** WebAuthn allows 1023 bytes. */
const CREDENTIAL_ID_MAX = 1364

const base64url = (max: number) =>
  z
    .string('Ogiltig passkey')
    .min(1, 'Ogiltig passkey')
    .max(max, 'Ogiltig passkey')
    .regex(/^[\w-]+$/, 'Ogiltig passkey')

const credential = {
  id: base64url(CREDENTIAL_ID_MAX),
  rawId: base64url(CREDENTIAL_ID_MAX),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(50).nullish(),
}

/** What `navigator.credentials.create()` returned. */
export const CreatedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(BYTES_MAX),
    attestationObject: base64url(BYTES_MAX),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
export type CreatedCredential = z.infer<typeof CreatedCredential>

/** What `navigator.credentials.get()` returned. */
export const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(BYTES_MAX),
    authenticatorData: base64url(BYTES_MAX),
    signature: base64url(BYTES_MAX),
    userHandle: z
      .string()
      .max(100)
      .regex(/^[\w-]*$/)
      .nullish(),
  }),
})
export type Assertion = z.infer<typeof Assertion>

const CredentialReference = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()).optional(),
})

/** Any kind of authenticator; auth-js would prefer security keys by itself. */
const hints = z.tuple([])

/** For `navigator.credentials.create()`. */
export const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(CredentialReference),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  hints,
})
export type CreationOptions = z.infer<typeof CreationOptions>

/** For `navigator.credentials.get()`; without `allowCredentials` the person chooses among the passkeys of this site. */
export const RequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(CredentialReference).optional(),
  hints,
})
export type RequestOptions = z.infer<typeof RequestOptions>
