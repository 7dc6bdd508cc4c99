import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'

/** A page or file for everybody, GET and HEAD; anything that shows data is an endpoint and goes through `serve`. */
export function servePublic(app: App, path: string, answer: (request: FastifyRequest, reply: FastifyReply) => unknown) {
  app.route({
    method: ['GET', 'HEAD'],
    url: path,
    config: { allow: 'anyone' },
    schema: { hide: true },
    handler: (request, reply) => answer(request as FastifyRequest, reply as unknown as FastifyReply),
  })
}

/** A form that everybody may send to the address of its page; how a body is read is the scope's of `app`. */
export function servePublicForm(
  app: App,
  path: string,
  answer: (request: FastifyRequest, reply: FastifyReply) => unknown,
) {
  app.route({
    method: 'POST',
    url: path,
    config: { allow: 'anyone' },
    schema: { hide: true },
    handler: (request, reply) => answer(request as FastifyRequest, reply as unknown as FastifyReply),
  })
}
