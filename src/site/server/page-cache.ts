import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Awaitable, whenReady } from '#lib/server/when-ready.ts'
import { type CompressedBody, compress, sendCompressed } from './content-encoding.ts'

const HTML = 'text/html; charset=utf-8'

type Page = { dependencies: readonly unknown[]; body: Awaitable<CompressedBody> }

/**
 * Caches one compressed version of each page or file, made again when one of its `dependencies` changes (compared by
 * identity). `name` must come from a fixed list, which bounds the cache.
 */
export function openPageCache() {
  const pages = new Map<string, Page>()
  return (
    name: string,
    dependencies: readonly unknown[],
    make: () => string | Promise<Buffer>,
    type = HTML,
  ): Awaitable<CompressedBody> => {
    const cached = pages.get(name)
    if (cached?.dependencies.every((value, index) => value === dependencies[index])) return cached.body
    const making = Promise.try(async () => compress(type, await make()))
    const page: Page = { dependencies, body: making }
    pages.set(name, page)
    making.then(
      (body) => {
        page.body = body
      },
      () => {
        if (pages.get(name) === page) pages.delete(name)
      },
    )
    return making
  }
}

/** Sends a page that the browser may cache but must revalidate at each use. */
export const sendPage = (request: FastifyRequest, reply: FastifyReply, page: Awaitable<CompressedBody>) =>
  whenReady(page, (body) => sendCompressed(request, reply.header('cache-control', 'no-cache'), body))
