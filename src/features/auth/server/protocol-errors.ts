// Errors under /auth/v1 in the form of auth-js: at the top level of the body, with its codes.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NoSession } from '#platform/database/scope.ts'
import { NOT_UTF8 } from '#platform/database/utf8.ts'
import { AppError } from '#platform/http/app-error.ts'
import { answerErrors } from '#platform/http/errors.ts'
import { FACTOR_NEEDED, LEVEL_NEEDED } from '#shared/contract.ts'

/** Without this header auth-js ignores `code`. */
const API_VERSION = { 'x-supabase-api-version': '2024-01-01' }

/** The protocol's codes for the error codes of the rest of the API. */
const codes: Partial<Record<string, string>> = {
  bad_request: 'bad_json',
  [NOT_UTF8]: 'bad_json',
  unsupported_type: 'bad_json',
  invalid: 'validation_failed',
  too_large: 'validation_failed',
  too_long: 'validation_failed',
  too_many: 'over_request_rate_limit',
  forbidden: 'not_admin',
  [FACTOR_NEEDED]: LEVEL_NEEDED,
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

/** A valid token of an ended session gets 403: auth-js then removes the session and emits SIGNED_OUT. */
function sessionRefusal({ credential, headers: { authorization = '' } }: FastifyRequest) {
  const message = 'Du är utloggad. Logga in igen.'
  if (credential) return new AppError(403, 'session_not_found', message)
  return new AppError(401, authorization.startsWith('Bearer ') ? 'bad_jwt' : 'no_authorization', message)
}
