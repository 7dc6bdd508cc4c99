// What must hold of every answer, whatever was asked.
import { z } from 'zod'
import { isProtocolAddress } from '#auth/server/protocol-errors.ts'
import { Refusal } from '#lib/contract.ts'
import type { JsonSchema } from './from-schema.ts'
import { unshownIn } from './invisible.ts'
import { type Drawn, mayCall, type Operation } from './requests.ts'

export type Answer = { status: number; headers: Record<string, string | undefined>; body: string }

/** What only the other organization's rows say. */
export const CANARY = 'kanariefågel'

/** Carried out for somebody it is not for; another request may have promoted the person. */
export const NOT_FOR_THEM = 'carried out for somebody it is not for'

/** auth-js' form of a refusal, with the codes that it knows and what no code of its own is for. */
const AuthRefusal = z.object({
  code: z.enum([
    'bad_json',
    'bad_jwt',
    'current_password_invalid',
    'invalid_credentials',
    'method_not_allowed',
    'no_authorization',
    'not_admin',
    'not_found',
    'otp_expired',
    'over_request_rate_limit',
    'reauthentication_needed',
    'refresh_token_already_used',
    'refresh_token_not_found',
    'same_password',
    'session_not_found',
    'validation_failed',
    'weak_password',
  ]),
  message: z.string(),
  requestId: z.uuid(),
  weak_password: z.object({ reasons: z.array(z.string()) }).optional(),
})
const inside =
  /\bat .+:\d+:\d+\)?|node_modules|file:\/\/\/|\.ts:\d+|syntax error at|violates |relation "|stodpunkt_|pg_catalog|ECONN|kysely/i
const english =
  /\b(the|are|not|must|invalid|error|failed|expected|required|missing|unexpected|received|cannot|should|too|string|number|object|body|payload|request|unsupported|found)\b/i
const refusals = new Set([400, 401, 403, 404, 405, 408, 409, 410, 413, 414, 415, 417, 422, 429, 431])

const beforeTheAddress = new Set([408, 431])

/** Why the answer is wrong, or undefined. */
export function faultIn(asked: Drawn, answer: Answer): string | undefined {
  const { status, headers, body } = answer
  if (headers['x-content-type-options'] !== 'nosniff') return `${status} without the protective headers`
  if (status === 503) return Number(headers['retry-after']) > 0 ? undefined : '503 without Retry-After'
  if (status >= 500) return `${status}: ${body.slice(0, 300)}`
  if (asked.actor !== 'stranger' && body.includes(CANARY)) return 'the other organization shows'
  if (status < 400 && asked.refusedAs) return `taken although it is ${asked.refusedAs}`
  if (status < 400) return asked.operation && faultInSuccess(asked, asked.operation, answer)
  if (!refusals.has(status)) return `an undeclared status: ${status}`
  return asked.method === 'HEAD' ? undefined : faultInRefusal(asked, answer)
}

function faultInSuccess({ actor, headers: sent }: Drawn, operation: Operation, { status, headers, body }: Answer) {
  // A token of the request's own may be anybody's.
  if (!mayCall(operation, actor) && !sent.some(([name]) => name === 'authorization')) return NOT_FOR_THEM
  if (!(status in operation.answers)) return status === 204 ? undefined : `an undeclared status: ${status}`
  const schema = operation.answers[status]
  if (!schema) return status === 204 && body !== '' ? '204 with a body' : undefined
  if (!headers['content-type']?.startsWith('application/json'))
    return `declared JSON came as ${headers['content-type']}`
  const value: unknown = JSON.parse(body)
  const parsed = schemaOf(schema).safeParse(value)
  if (!parsed.success) return `not as declared: ${JSON.stringify(parsed.error.issues.slice(0, 3))}`
  const unshown = unshownIn(value)
  return unshown && `a name that does not show: ${unshown}`
}

function faultInRefusal({ url }: Drawn, { status, headers, body }: Answer) {
  if (headers['content-type']?.startsWith('text/html'))
    return inside.test(withoutQuoted(body)) ? 'a page tells of the inside' : undefined
  if (inside.test(body)) return `${status} tells of the inside: ${body.slice(0, 300)}`
  const value = jsonIn(body)
  const ours = Refusal.safeParse(value)
  const protocols = AuthRefusal.safeParse(value)
  // What is no HTTP is refused before its address is looked at.
  if (isProtocolAddress(url) && !protocols.success && !beforeTheAddress.has(status))
    return `${status} not in the form of the protocol: ${body.slice(0, 200)}`
  const message = ours.success ? ours.data.error.message : protocols.data?.message
  if (message === undefined) return `${status} in no declared form: ${body.slice(0, 200)}`
  if (message.length < 8 || english.test(message)) return `${status} in no Swedish: ${message}`
  const fields = ours.data?.error.fields ?? {}
  const foreign = Object.values(fields).find((text) => english.test(text))
  return foreign && `${status} in no Swedish: ${foreign}`
}

/** What was sent stands in a form's fields again, and the page's own addresses in attributes. */
const withoutQuoted = (html: string) => html.replace(/<textarea[\s\S]*?<\/textarea>/g, '').replace(/"[^"]*"/g, '')

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const schemas = new WeakMap<JsonSchema, z.ZodType>()

/** The description's schema as one that judges, apart from the contract it was made of. */
function schemaOf(schema: JsonSchema): z.ZodType {
  const known = schemas.get(schema) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
  schemas.set(schema, known)
  return known
}
