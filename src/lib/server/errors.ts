import type { FastifyReply, FastifyRequest } from 'fastify'
import { AbortedTransactionError } from 'kysely'
import { isUnavailable } from '#db/connection-errors.ts'
import { NoSession } from '#db/scope.ts'
import type { Refusal } from '../contract.ts'
import { AppError, notFound } from './app-error.ts'

const byFastifyStatus = new Map([
  [400, ['bad_request', 'Anropet går inte att läsa']],
  [404, ['not_found', 'Det du söker finns inte']],
  [413, ['too_large', 'Innehållet är för stort']],
  [414, ['too_long', 'Adressen är för lång']],
  [415, ['unsupported_type', 'Innehållets typ stöds inte']],
  [429, ['too_many', 'För många försök. Vänta en stund och försök igen.']],
])

/** SQLSTATE of a lock, a statement that took too long, a deadlock and a serialization failure. */
const busyCodes = new Set(['55P03', '57014', '40P01', '40001'])

/** SQLSTATE of row-level security or a trigger that said no, and of a row that points at one that is gone. */
const FORBIDDEN = '42501'
const NOTHING_TO_POINT_AT = '23503'

/** Whatever was thrown, as a refusal with a status, a code and a Swedish message that tells nothing of the inside. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof NoSession) return new AppError(401, 'signed_out', 'Du är utloggad. Logga in igen.')
  if (isUnavailable(error)) {
    return new AppError(503, 'database_away', 'Tjänsten är tillfälligt otillgänglig. Försök igen om en liten stund.', {
      retryAfterSeconds: 2,
    })
  }
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  // The database said no where the code should have: the last line held.
  if (code === NOTHING_TO_POINT_AT)
    return new AppError(
      409,
      'just_removed',
      'Något som det här hör till har just tagits bort. Ladda om sidan och försök igen.',
    )
  if (code === FORBIDDEN) return new AppError(403, 'forbidden', 'Du har inte behörighet att göra det här')
  // Said of an address that leads out of the folder of files: there is nothing.
  if (statusCode === 403) return notFound()
  const known = byFastifyStatus.get(statusCode ?? 500)
  if (known && statusCode) return new AppError(statusCode, known[0] ?? '', known[1] ?? '')
  if (statusCode === 503 || hasCollided(error))
    return new AppError(503, 'busy', 'Tjänsten har mycket att göra. Försök igen om en liten stund.', {
      retryAfterSeconds: 2,
    })
  return new AppError(500, 'internal', 'Något gick fel hos oss. Försök igen om en stund.')
}

/** The one error handler; a route that answers in another form passes its own `body`. */
export const answerErrors =
  (body: (refusal: AppError, requestId: string) => object = refusalBody) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error)
    request.refusalCode = refusal.code
    if (hasLeft(request)) return reply.hijack()
    if (hasCollided(error)) request.log.warn({ err: error }, 'two deeds met')
    else if (
      (refusal.status >= 500 && !refusal.details.isExpected) ||
      [FORBIDDEN, NOTHING_TO_POINT_AT].includes(codeOf(error))
    )
      request.log.error({ err: error }, 'request failed')
    const { retryAfterSeconds } = refusal.details
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return reply.status(refusal.status).send(body(refusal, request.id))
  }

/** Somebody left in the middle of what they sent: there is nobody to answer, and nothing is wrong with us. */
export const hasLeft = ({ raw }: FastifyRequest) => !raw.complete && Boolean(raw.errored)

/** How an API says it. */
export function refusalBody({ code, message, details: { fields, current } }: AppError, requestId: string): Refusal {
  return { error: { code, message, requestId, ...(fields && { fields }), ...(current !== undefined && { current }) } }
}

/** Somebody else holds the row for too long, or both waited for each other: rolled back, and worth another try. */
function hasCollided(error: unknown): boolean {
  if (error instanceof AbortedTransactionError) return hasCollided(error.cause)
  return busyCodes.has(codeOf(error))
}

const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? ''
