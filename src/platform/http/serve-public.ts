import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'

/** Cache-Control of content that never changes at its URL. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Registers a public page or file, GET and HEAD. Data is served by endpoints, registered by `serve`. */
export function servePublic(app: App, path: string, answer: (request: FastifyRequest, reply: FastifyReply) => unknown) {
  app.route({
    method: ['GET', 'HEAD'],
    url: path,
    config: { allow: 'anyone' },
    schema: { hide: true },
    handler: (request, reply) => answer(request as FastifyRequest, reply as unknown as FastifyReply),
  })
}

/** Registers a public form, sent to the address of its page; the body is parsed by the scope of `app`. */
export function servePublicForm(
  app: App,
  path: string,
  answer: (request: FastifyRequest, reply: FastifyReply) => unknown,
) {
  app.route({
    method: 'POST',
    url: path,
    config: { allow: 'anyone', receives: 'form' },
    schema: { hide: true },
    handler: (request, reply) => answer(request as FastifyRequest, reply as unknown as FastifyReply),
  })
}
