import { z } from 'zod'
import { keyScopes } from '#shared/api-key.rules.ts'
import { del, get, Id, IdParams, nothing, post, requiredLine } from '#shared/contract.ts'

export const KEY_NAME_MAX = 100
/** Valid keys of one person. */
export const KEYS_MAX = 20
export const KEY_NOT_FOUND = 'Nyckeln finns inte, eller är redan återkallad'

/** How many days a key is valid; the last is the longest that the database accepts. */
export const keyLifetimes = [30, 90, 365] as const

const KeyScopeName = z.enum(keyScopes)

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(KeyScopeName),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const ApiKeyOfOrganization = ApiKey.extend({ maker: z.string() })
export type ApiKeyOfOrganization = z.infer<typeof ApiKeyOfOrganization>

export const NewApiKey = z.strictObject({
  name: requiredLine('Ange ett namn').max(KEY_NAME_MAX, 'Namnet är för långt'),
  scopes: z
    .array(KeyScopeName)
    .min(1, 'Välj vad nyckeln får göra')
    .max(keyScopes.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'Välj varje sak en gång'),
  expiresInDays: z.literal([...keyLifetimes], 'Välj hur länge nyckeln gäller'),
})
export type NewApiKey = z.infer<typeof NewApiKey>

/** `key` is the secret itself, which no later response has. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

/** No key may call these: they have no scope. */
export const apiKeys = {
  listOwn: get('/api/api-keys', {
    allow: 'staff',
    summary: 'The person’s API keys that are not revoked, the newest first',
    returns: z.array(ApiKey),
  }),
  listAll: get('/api/settings/api-keys', {
    allow: 'admin',
    summary: 'All API keys of the organization that are not revoked, the newest first',
    returns: z.array(ApiKeyOfOrganization),
  }),
  // Without an Idempotency-Key, as the response that is stored for one would have the secret.
  create: post('/api/api-keys', {
    allow: 'staff',
    proof: 'recent',
    summary: 'Make an API key, which acts as the person and at most as a technician; the response shows it once',
    body: NewApiKey,
    returns: CreatedApiKey,
    status: 201,
  }),
  revoke: del('/api/api-keys/:id', {
    allow: 'staff',
    summary: 'Revoke an API key, which is refused from its next request on; administrators also those of others',
    params: IdParams,
    returns: nothing,
  }),
}
