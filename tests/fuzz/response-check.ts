// What must hold for every response, whatever the request.
import { z } from 'zod'
import { isProtocolAddress } from '#features/auth/server/protocol-errors.ts'
import { Refusal } from '#shared/contract.ts'
import type { JsonSchema } from './from-schema.ts'
import { invisibleNameIn } from './invisible.ts'
import { mayCall, type Operation } from './operations.ts'
import type { GeneratedRequest } from './request-parts.ts'

export type Answer = { status: number; headers: Record<string, string | undefined>; body: string }

/** Contained only in the other organization's rows. */
export const CANARY = 'kanariefågel'

/** Not conclusive by itself, because another request may have promoted the actor meanwhile. */
export const NOT_AUTHORIZED = 'succeeded for an actor that may not call it'

/** The error format of auth-js, with its known codes and our additional ones. */
const AuthRefusal = z.object({
  code: z.enum([
    'bad_json',
    'bad_jwt',
    'current_password_invalid',
    'insufficient_aal',
    'invalid_credentials',
    'invalid_key',
    'key_scope',
    'method_not_allowed',
    'mfa_challenge_expired',
    'mfa_factor_name_conflict',
    'mfa_factor_not_found',
    'mfa_recovery_codes_locked',
    'mfa_recovery_codes_sole_factor',
    'mfa_verification_failed',
    'mfa_verified_factor_exists',
    'no_authorization',
    'not_admin',
    'not_found',
    'otp_expired',
    'over_request_rate_limit',
    'password_change_due',
    'reauthentication_needed',
    'refresh_token_already_used',
    'refresh_token_not_found',
    'same_password',
    'session_not_found',
    'too_many_enrolled_mfa_factors',
    'validation_failed',
    'weak_password',
    'webauthn_challenge_expired',
  ]),
  message: z.string(),
  requestId: z.uuid(),
  weak_password: z.object({ reasons: z.array(z.string()) }).optional(),
})
const internals =
  /\bat .+:\d+:\d+\)?|node_modules|file:\/\/\/|\.ts:\d+|syntax error at|violates |relation "|stodpunkt_|pg_catalog|ECONN|kysely/i
const english =
  /\b(the|are|not|must|invalid|error|failed|expected|required|missing|unexpected|received|cannot|should|too|string|number|object|body|payload|request|unsupported|found)\b/i
const refusals = new Set([400, 401, 403, 404, 405, 408, 409, 410, 413, 414, 415, 417, 422, 429, 431])

/** Refused by Node before the URL is parsed. */
const beforeRouting = new Set([408, 431])

/** What is wrong with the response; undefined if it is correct. */
export function faultIn(request: GeneratedRequest, answer: Answer): string | undefined {
  const { status, headers, body } = answer
  if (headers['x-content-type-options'] !== 'nosniff') return `${status} without the protective headers`
  if (status === 503) return Number(headers['retry-after']) > 0 ? undefined : '503 without Retry-After'
  if (status >= 500) return `${status}: ${body.slice(0, 300)}`
  if (request.actor !== 'otherAdmin' && body.includes(CANARY)) return 'contains data of the other organization'
  if (status < 400 && request.refusedAs) return `accepted although it is ${request.refusedAs}`
  if (status < 400) return request.operation && faultInSuccess(request, request.operation, answer)
  if (!refusals.has(status)) return `an undeclared status: ${status}`
  return request.method === 'HEAD' ? undefined : faultInRefusal(request, answer)
}

function faultInSuccess(
  { actor, headers: sent }: GeneratedRequest,
  operation: Operation,
  { status, headers, body }: Answer,
) {
  // A generated Authorization header may belong to any actor.
  if (!mayCall(operation, actor) && !sent.some(([name]) => name === 'authorization')) return NOT_AUTHORIZED
  if (!(status in operation.answers)) return status === 204 ? undefined : `an undeclared status: ${status}`
  const schema = operation.answers[status]
  if (!schema) return status === 204 && body !== '' ? '204 with a body' : undefined
  if (!headers['content-type']?.startsWith('application/json'))
    return `declared as JSON, sent as ${headers['content-type']}`
  const value: unknown = JSON.parse(body)
  const parsed = schemaOf(schema).safeParse(value)
  if (!parsed.success) return `not as declared: ${JSON.stringify(parsed.error.issues.slice(0, 3))}`
  const invisible = invisibleNameIn(value)
  return invisible && `an invisible name: ${invisible}`
}

function faultInRefusal({ url }: GeneratedRequest, { status, headers, body }: Answer) {
  if (headers['content-type']?.startsWith('text/html'))
    return internals.test(withoutQuoted(body)) ? 'a page reveals internals' : undefined
  if (internals.test(body)) return `${status} reveals internals: ${body.slice(0, 300)}`
  const value = jsonIn(body)
  const ours = Refusal.safeParse(value)
  const protocols = AuthRefusal.safeParse(value)
  if (isProtocolAddress(url) && !protocols.success && !beforeRouting.has(status))
    return `${status} not in the error format of auth-js: ${body.slice(0, 200)}`
  const message = ours.success ? ours.data.error.message : protocols.data?.message
  if (message === undefined) return `${status} in no declared error format: ${body.slice(0, 200)}`
  if (message.length < 8 || english.test(message)) return `${status} not in Swedish: ${message}`
  const fields = ours.data?.error.fields ?? {}
  const foreign = Object.values(fields).find((text) => english.test(text))
  return foreign && `${status} not in Swedish: ${foreign}`
}

/**
 * Without submitted values, which the fields of a form repeat, and without attributes, which contain the page's own
 * URLs.
 */
const withoutQuoted = (html: string) => html.replace(/<textarea[\s\S]*?<\/textarea>/g, '').replace(/"[^"]*"/g, '')

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const schemas = new WeakMap<JsonSchema, z.ZodType>()

/** The OpenAPI schema as a validator, independent of the contract from which it was generated. Cached. */
function schemaOf(schema: JsonSchema): z.ZodType {
  const cached = schemas.get(schema) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
  schemas.set(schema, cached)
  return cached
}
