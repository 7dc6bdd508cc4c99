// Refusals under /auth/v1 as auth-js reads them: at the top level of the body, with the codes that it knows.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NoSession } from '#db/scope.ts'
import { AppError } from '#lib/server/app-error.ts'
import { answerErrors } from '#lib/server/errors.ts'
import { NOT_UTF8 } from '#lib/server/utf8.ts'

/** Without this header auth-js reads no `code`. */
const API_VERSION = { 'x-supabase-api-version': '2024-01-01' }

/** The protocol's codes for what the rest of the API calls by another name. */
const codes: Partial<Record<string, string>> = {
  bad_request: 'bad_json',
  [NOT_UTF8]: 'bad_json',
  unsupported_type: 'bad_json',
  invalid: 'validation_failed',
  too_large: 'validation_failed',
  too_long: 'validation_failed',
  too_many: 'over_request_rate_limit',
  forbidden: 'not_admin',
  busy: 'request_timeout',
  database_away: 'unexpected_failure',
  internal: 'unexpected_failure',
}

const answer = answerErrors(({ code, message }, requestId) => ({
  code: codes[code] ?? code,
  message,
  requestId,
  ...(code === 'weak_password' && { weak_password: { reasons: [] } }),
}))

export const isProtocolAddress = (url: string) => /^\/auth\/v1(?:[/?]|$)/.test(url)

/** The error handler of everything under /auth/v1. */
export const answerProtocolErrors = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
  answer(error instanceof NoSession ? sessionRefusal(request) : error, request, reply.headers(API_VERSION))

/** A token that is good, of a session that has ended, is 403: auth-js then forgets the session and says SIGNED_OUT. */
function sessionRefusal({ sessionId, headers: { authorization = '' } }: FastifyRequest) {
  const message = 'Du är utloggad. Logga in igen.'
  if (sessionId) return new AppError(403, 'session_not_found', message)
  return new AppError(401, authorization.startsWith('Bearer ') ? 'bad_jwt' : 'no_authorization', message)
}
