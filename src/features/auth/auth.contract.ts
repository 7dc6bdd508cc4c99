// The sign-in protocol of auth-js, and the signed-in person.
import { z } from 'zod'
import { PublicPicture } from '#features/company/picture.contract.ts'
import { get, Id, nothing, post, put, requiredLine } from '#shared/contract.ts'
import { asciiDomain } from '#shared/email.rules.ts'
import { EMAIL_MAX, FULL_NAME_MAX } from '#shared/limits.rules.ts'
import { loginKinds, roles } from '#shared/roles.rules.ts'
import { factorStatuses, factorTypes } from './factors.rules.ts'
import { PASSWORD_MAX_BYTES } from './password.rules.ts'

/** An e-mail address as it is stored and compared: ASCII, lower case. A domain with look-alike letters becomes another domain. */
export const Email = z
  .string('Ange en giltig e-postadress')
  .overwrite(asciiDomain)
  .pipe(z.email('Ange en giltig e-postadress').max(EMAIL_MAX, 'Ange en giltig e-postadress'))
  .transform((email) => email.toLowerCase())

/** A password as typed: never trimmed. Its strength is checked by the server alone, which knows the names that it must not contain. */
export const Password = z
  .string('Ange ett lösenord')
  .min(1, 'Ange ett lösenord')
  .refine((password) => new TextEncoder().encode(password).length <= PASSWORD_MAX_BYTES, 'Lösenordet är för långt')

/** A password that is compared with the stored one. */
export const PasswordProof = z.strictObject({ password: Password })

/** Fields that auth-js sends and the server ignores. */
export const meta = {
  gotrue_meta_security: z
    .strictObject({
      captcha_token: z
        .string()
        .nullish()
        .transform(() => undefined),
    })
    .optional(),
}
/** verifyOtp() sends its options too. */
const options = { options: z.looseObject({}).optional() }
const challenge = { code_challenge: z.null().optional(), code_challenge_method: z.null().optional() }

/** The only identity of a login: e-mail address and password. */
const AuthIdentity = z.object({
  identity_id: Id,
  id: Id,
  user_id: Id,
  identity_data: z.object({
    sub: Id,
    email: z.string(),
    email_verified: z.literal(true),
    phone_verified: z.literal(false),
  }),
  provider: z.literal('email'),
  email: z.string(),
  last_sign_in_at: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})

/** A credential of a login beside its password. */
const AuthFactor = z.object({
  id: Id,
  friendly_name: z.string().optional(),
  factor_type: z.enum(factorTypes),
  status: z.enum(factorStatuses),
  created_at: z.string(),
  updated_at: z.string(),
})
export type AuthFactor = z.infer<typeof AuthFactor>

const AuthUser = z.object({
  id: Id,
  aud: z.literal('authenticated'),
  role: z.literal('authenticated'),
  email: z.string(),
  email_confirmed_at: z.string(),
  phone: z.literal(''),
  confirmed_at: z.string(),
  last_sign_in_at: z.string(),
  app_metadata: z.object({ provider: z.literal('email'), providers: z.array(z.literal('email')) }),
  user_metadata: z.object({}),
  identities: z.array(AuthIdentity),
  factors: z.array(AuthFactor),
  created_at: z.string(),
  updated_at: z.string(),
  is_anonymous: z.literal(false),
})
export type AuthUser = z.infer<typeof AuthUser>

/** One way in which the person of a session was authenticated: `amr` in the protocol's tokens, `timestamp` in Unix seconds. */
export type AuthMethod = { method: string; timestamp: number }

/** The response of everything that opens a session or changes its level. */
export const AuthSession = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  /** Unix seconds, by the server's clock. */
  expires_at: z.int(),
  refresh_token: z.string(),
  user: AuthUser,
})
export type AuthSession = z.infer<typeof AuthSession>

const PasswordGrant = z.strictObject({ email: Email, password: Password, ...meta })
const RefreshGrant = z.strictObject({ refresh_token: z.string().min(1).max(200), ...meta })

const PublicKey = z.object({
  kty: z.string(),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  alg: z.literal('ES256'),
  use: z.literal('sig'),
})
export type PublicKey = z.infer<typeof PublicKey>

/** The signed-in person. `kind` decides the portal: staff use the back office, customers the portal, `none` neither. */
export const Me = z.object({
  kind: z.enum([...loginKinds, 'none']),
  role: z.enum(roles).nullable(),
  userId: Id,
  email: z.string(),
  fullName: z.string().nullable(),
  orgId: Id.nullable(),
  organization: z.string().nullable(),
  /** Of the organization. */
  logo: PublicPicture.nullable(),
  customer: z.string().nullable(),
  mustChangePassword: z.boolean(),
  /** What must be done before anything else: prove the second factor, or add the first one. It comes before a new password. */
  needs: z.enum(['factor']).nullable(),
  /** Whether there is a verified authenticator app or passkey. */
  hasFactor: z.boolean(),
  /** From when staff of the organization must have a second factor. */
  factorRequiredFrom: z.iso.date().nullable(),
  /** As in OwnSettings of staff. */
  advances: z.boolean(),
  usesShortcuts: z.boolean(),
  hasSignature: z.boolean(),
  /** Of a new password, in characters. */
  passwordMinLength: z.int(),
})
export type Me = z.infer<typeof Me>

/** The link with which a person chooses a password; null when it was mailed, and never stored. */
export const LinkToGive = z.object({ link: z.string().nullable() })
export type LinkToGive = z.infer<typeof LinkToGive>

const LinkToken = z
  .string('Länken är ofullständig')
  .min(20, 'Länken är ofullständig')
  .max(200, 'Länken är ofullständig')

export const FirstAdmin = z.strictObject({
  token: LinkToken,
  fullName: requiredLine('Ange ditt namn').max(FULL_NAME_MAX, 'Namnet är för långt'),
  email: Email,
  password: Password,
})
export type FirstAdmin = z.input<typeof FirstAdmin>

export const LinkPassword = z.strictObject({ token: LinkToken, password: Password })
export type LinkPassword = z.infer<typeof LinkPassword>

/** The owner of a one-time link. */
export const LinkOwner = z.object({ userId: Id, email: z.string(), fullName: z.string().nullable() })
export type LinkOwner = z.infer<typeof LinkOwner>

export const auth = {
  token: post('/auth/v1/token', {
    allow: 'anyone',
    summary: 'Sign in by password, or exchange a refresh token for the next one',
    query: z.strictObject({ grant_type: z.enum(['password', 'refresh_token']) }),
    body: z.union([PasswordGrant, RefreshGrant], 'Ange e-post och lösenord'),
    returns: AuthSession,
  }),
  user: get('/auth/v1/user', {
    allow: 'signedIn',
    summary: 'The login of the session',
    returns: AuthUser,
    duringPasswordChange: true,
    withoutFactor: true,
  }),
  changePassword: put('/auth/v1/user', {
    allow: 'signedIn',
    summary: 'Change the own password; ends all other sessions. Nothing else of a login can be changed here',
    body: z.strictObject({ password: Password, current_password: Password.optional(), ...challenge }),
    returns: AuthUser,
    duringPasswordChange: true,
  }),
  logout: post('/auth/v1/logout', {
    allow: 'signedIn',
    summary: 'End this session, the others or all',
    query: z.strictObject({ scope: z.enum(['local', 'others', 'global']).default('global') }),
    returns: nothing,
    duringPasswordChange: true,
    withoutFactor: true,
  }),
  recover: post('/auth/v1/recover', {
    allow: 'anyone',
    summary: 'Mail a link for choosing a new password; the response is the same whether the login exists or not',
    body: z.strictObject({ email: Email, ...meta, ...challenge }),
    returns: z.object({}),
  }),
  verify: post('/auth/v1/verify', {
    allow: 'anyone',
    summary: 'Exchange the token of a one-time link for a session',
    body: z.strictObject({ token_hash: z.string().min(20).max(200), type: z.literal('recovery'), ...meta, ...options }),
    returns: AuthSession,
  }),
  linkOwner: post('/api/link-owner', {
    allow: 'anyone',
    summary: 'The owner of an unused one-time link, for anyone who has it; does not consume it',
    body: z.strictObject({ token: LinkToken }),
    returns: LinkOwner,
  }),
  linkPassword: post('/api/link-password', {
    allow: 'anyone',
    summary: 'Choose a password by a one-time link, which is consumed once the password is accepted',
    body: LinkPassword,
    returns: nothing,
  }),
  publicKeys: get('/auth/v1/.well-known/jwks.json', {
    allow: 'anyone',
    summary: 'The keys that access tokens are verified with',
    returns: z.object({ keys: z.array(PublicKey) }),
  }),
  me: get('/api/me', {
    allow: 'signedIn',
    summary: 'The signed-in person, with portal and organization',
    returns: Me,
    duringPasswordChange: true,
    withoutFactor: true,
  }),
  provePassword: post('/api/me/proof', {
    allow: 'signedIn',
    summary: 'Proves the password once more in this session, for a login without a second factor',
    body: PasswordProof,
    returns: nothing,
    duringPasswordChange: true,
    withoutFactor: true,
    ownTransactions: true,
  }),
  firstAdmin: post('/api/first-admin', {
    allow: 'anyone',
    summary: 'Create the first administrator by the link printed at the first start',
    body: FirstAdmin,
    returns: nothing,
  }),
}
