import type { FastifyInstance } from 'fastify'
import type { App } from '#lib/server/app.ts'
import { requireUtf8 } from '#lib/server/utf8.ts'

/** The longest text that is allowed, every character of it encoded, fits well. */
const FORM_LIMIT_BYTES = 64 * 1024

/** Reads forms in the scope of `app`, and nothing else. The body is a URLSearchParams: no name means something to JavaScript. */
export function acceptForms(app: App) {
  app.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', bodyLimit: FORM_LIMIT_BYTES } as const
  app.addContentTypeParser('application/x-www-form-urlencoded', options, ((request, body, done) => {
    const bytes = body as Buffer
    requireUtf8(request.headers['content-type'], bytes, unescaped(bytes))
    done(null, new URLSearchParams(bytes.toString()))
  }) satisfies Parameters<FastifyInstance['addContentTypeParser']>[2])
}

/** The bytes that `%C3%A5` and its like stand for; URLSearchParams would put U+FFFD for what is not UTF-8. */
const unescaped = (bytes: Buffer) =>
  Buffer.from(
    bytes.toString('latin1').replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
