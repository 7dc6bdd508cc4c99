// Parses JSON bodies: UTF-8 only, with limits of depth and number of values that no endpoint needs to exceed.
import type { FastifyInstance } from 'fastify'
import { requireUtf8 } from '#platform/database/utf8.ts'
import type { App } from './app.ts'
import { type AppError, invalid } from './app-error.ts'

/** Nesting of arrays and objects. */
export const JSON_DEPTH_MAX = 32
/** Arrays, objects and commas together. The largest import has 30 000. */
export const JSON_VALUES_MAX = 50_000

/** Replaces a body that was not parsed; `serve` throws `refusal` after authorization. */
export class UnparsedBody {
  readonly refusal: AppError
  constructor(refusal: AppError) {
    this.refusal = refusal
  }
}

/** Parses bodies of the type application/json in the scope of `app`. Of a duplicate key the last value is used. */
export function acceptJson(app: App, { mayBeEmpty = false } = {}) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, ((request, body, done) => {
    const bytes = body as Buffer
    requireUtf8(request.headers['content-type'], bytes)
    const refusal = refusalTo(bytes)
    if (refusal) done(null, new UnparsedBody(refusal))
    else if (mayBeEmpty && bytes.length === 0) done(null, undefined)
    else void parse(request, bytes.toString(), done)
  }) satisfies Parameters<FastifyInstance['addContentTypeParser']>[2])
}

/** Counts in one pass over the bytes, without parsing; invalid JSON is refused by the parser later. */
function refusalTo(bytes: Uint8Array): AppError | undefined {
  let depth = 0
  let values = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfText(bytes, at + 1)
    else if (byte === COMMA) values++
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values++
      depth++
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--
    if (depth > JSON_DEPTH_MAX) return invalid('Innehållet har för många nivåer')
    if (values > JSON_VALUES_MAX) return invalid('Innehållet har för många värden')
  }
  return undefined
}

function endOfText(bytes: Uint8Array, start: number) {
  let at = start
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
