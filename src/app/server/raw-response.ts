// Error responses for connections on which Fastify has no reply object.
import { STATUS_CODES } from 'node:http'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { AppError } from '#platform/http/app-error.ts'
import { refusalBody } from '#platform/http/errors.ts'

/** A complete HTTP response with the usual error body and `connection: close`. */
export function rawRefusal(refusal: AppError, headers: Record<string, string>): string {
  const { status, details } = refusal
  const body = JSON.stringify(refusalBody(refusal, uuidv7()))
  const lines = Object.entries({
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...(details.retryAfterSeconds !== undefined && { 'retry-after': String(details.retryAfterSeconds) }),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}
