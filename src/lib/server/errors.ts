import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '#db/away.ts'
import { NoSession } from '#db/scope.ts'
import type { Refusal } from '../contract.ts'
import { AppError } from './app-error.ts'

const byFastifyStatus = new Map([
  [400, ['bad_request', 'Anropet går inte att läsa']],
  [413, ['too_large', 'Innehållet är för stort']],
  [415, ['unsupported_type', 'Innehållets typ stöds inte']],
  [429, ['too_many', 'För många försök. Vänta en stund och försök igen.']],
])

/** Somebody else holds the row for too long, or both waited for each other: undone, and worth another try. */
const busyCodes = new Set(['55P03', '57014', '40P01', '40001'])

/** Whatever was thrown, as a refusal with a status, a code and a Swedish message that tells nothing of the inside. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof NoSession) return new AppError(401, 'signed_out', 'Du är utloggad. Logga in igen.')
  if (isDatabaseAway(error)) {
    return new AppError(503, 'database_away', 'Tjänsten är tillfälligt otillgänglig. Försök igen om en liten stund.', {
      retryAfterSeconds: 2,
    })
  }
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  // Row-level security or a trigger said no where the code should have: the last line held.
  if (code === '42501') return new AppError(403, 'forbidden', 'Du har inte behörighet att göra det här')
  const known = byFastifyStatus.get(statusCode ?? 500)
  if (known && statusCode) return new AppError(statusCode, known[0] ?? '', known[1] ?? '')
  if (statusCode === 503 || busyCodes.has(code ?? ''))
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
    if (refusal.status >= 500 || (error as { code?: string }).code === '42501')
      request.log.error({ err: error }, 'request failed')
    const { retryAfterSeconds } = refusal.details
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return reply.status(refusal.status).send(body(refusal, request.id))
  }

/** How an API says it. */
export function refusalBody({ code, message, details: { fields, current } }: AppError, requestId: string): Refusal {
  return { error: { code, message, requestId, ...(fields && { fields }), ...(current !== undefined && { current }) } }
}
