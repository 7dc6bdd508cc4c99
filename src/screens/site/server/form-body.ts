import type { FastifyContentTypeParser, FastifyInstance } from 'fastify'
import { requireUtf8 } from '#platform/database/utf8.ts'
import type { App } from '#platform/http/app.ts'
import { MULTIPART } from '#platform/http/form-parts.ts'
import { FORM_BODY_BYTES_MAX } from '#shared/limits.rules.ts'

/**
 * Accepts only form bodies in the scope of `app`, parsed into URLSearchParams, which is safe from prototype pollution.
 * A body with files is passed on as a stream.
 */
export function acceptForms(app: App) {
  app.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', bodyLimit: FORM_BODY_BYTES_MAX } as const
  app.addContentTypeParser('application/x-www-form-urlencoded', options, ((request, body, done) => {
    const bytes = body as Buffer
    requireUtf8(request.headers['content-type'], bytes, percentDecoded(bytes))
    done(null, new URLSearchParams(bytes.toString()))
  }) satisfies Parameters<FastifyInstance['addContentTypeParser']>[2])
  const passOn: FastifyContentTypeParser = (_request, body, done) => done(null, body)
  app.addContentTypeParser(MULTIPART, passOn)
}

/** Decodes percent-encoding to bytes; URLSearchParams would replace invalid UTF-8 by U+FFFD. */
const percentDecoded = (bytes: Buffer) =>
  Buffer.from(
    bytes.toString('latin1').replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
