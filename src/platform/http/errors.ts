import type { FastifyReply, FastifyRequest } from 'fastify'
import { AbortedTransactionError } from 'kysely'
import { isUnavailable } from '#platform/database/connection-errors.ts'
import { isDiskFullError } from '#platform/database/disk-full.ts'
import { NoSession } from '#platform/database/scope.ts'
import type { Refusal } from '#shared/contract.ts'
import { AppError, notFound } from './app-error.ts'

const byFastifyStatus = new Map([
  [400, ['bad_request', 'Anropet går inte att läsa']],
  [404, ['not_found', 'Det du söker finns inte']],
  [413, ['too_large', 'Innehållet är för stort']],
  [414, ['too_long', 'Adressen är för lång']],
  [415, ['unsupported_type', 'Innehållets typ stöds inte']],
  [429, ['too_many', 'För många försök. Vänta en stund och försök igen.']],
])

/** SQLSTATE of a lock timeout, a statement timeout, a deadlock and a serialization failure: safe to retry. */
const retryableCodes = new Set(['55P03', '57014', '40P01', '40001'])

/** SQLSTATE of a refusal by row-level security or a trigger, and of a reference to a missing row. */
const FORBIDDEN = '42501'
const FOREIGN_KEY_VIOLATION = '23503'

/** Converts any error to an AppError with a status, a code and a Swedish message without internal details. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof NoSession) return new AppError(401, 'signed_out', 'Du är utloggad. Logga in igen.')
  if (isUnavailable(error)) {
    return new AppError(503, 'database_away', 'Tjänsten är tillfälligt otillgänglig. Försök igen om en liten stund.', {
      retryAfterSeconds: 2,
    })
  }
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  // Refused by the database, after the handler's own checks.
  if (code === FOREIGN_KEY_VIOLATION)
    return new AppError(
      409,
      'just_removed',
      'Något som det här hör till har just tagits bort. Ladda om sidan och försök igen.',
    )
  if (code === FORBIDDEN) return new AppError(403, 'forbidden', 'Du har inte behörighet att göra det här')
  // Thrown by Fastify for a path outside the folder of static files.
  if (statusCode === 403) return notFound()
  const [fastifyCode, message] = byFastifyStatus.get(statusCode ?? 500) ?? []
  if (fastifyCode && message && statusCode) return new AppError(statusCode, fastifyCode, message)
  if (statusCode === 503 || isRetryable(error))
    return new AppError(503, 'busy', 'Tjänsten har mycket att göra. Försök igen om en liten stund.', {
      retryAfterSeconds: 2,
    })
  return new AppError(500, 'internal', 'Något gick fel hos oss. Försök igen om en stund.')
}

/** The error handler of all routes; a route with another response format passes its own `body`. */
export const answerErrors =
  (body: (refusal: AppError, requestId: string) => object = refusalBody) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error)
    request.refusalCode = refusal.code
    if (isAborted(request)) return reply.hijack()
    if (isRetryable(error)) request.log.warn({ err: error }, 'deadlock or lock timeout, retryable')
    else if (
      (refusal.status >= 500 && !refusal.details.isExpected) ||
      [FORBIDDEN, FOREIGN_KEY_VIOLATION].includes(codeOf(error))
    )
      request.log.error({ err: error }, isDiskFullError(error) ? 'the disk is full' : 'request failed')
    const { retryAfterSeconds } = refusal.details
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return reply.status(refusal.status).send(body(refusal, request.id))
  }

/** Whether the client disconnected while sending the request: no response is possible, and nothing is logged. */
export const isAborted = ({ raw }: FastifyRequest) => !raw.complete && Boolean(raw.errored)

/** The JSON body of an error response. */
export function refusalBody({ code, message, details: { fields, current } }: AppError, requestId: string): Refusal {
  return { error: { code, message, requestId, ...(fields && { fields }), ...(current !== undefined && { current }) } }
}

/** Lock timeout, deadlock or the like: rolled back and safe to retry. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof AbortedTransactionError) return isRetryable(error.cause)
  return retryableCodes.has(codeOf(error))
}

const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? ''
