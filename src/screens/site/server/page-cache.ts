import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CompressedBody, compress, sendCompressed } from './content-encoding.ts'

const HTML = 'text/html; charset=utf-8'

type Page = { dependencies: readonly unknown[]; body: Promise<CompressedBody> }

/**
 * Caches one compressed version of each page or file, rendered again when one of its `dependencies` changes (compared
 * by identity). `name` must come from a fixed list, so that the cache is bounded.
 */
export function openPageCache() {
  const pages = new Map<string, Page>()
  return (
    name: string,
    dependencies: readonly unknown[],
    make: () => string | Promise<Buffer>,
    type = HTML,
  ): Promise<CompressedBody> => {
    const cached = pages.get(name)
    if (cached?.dependencies.every((value, index) => value === dependencies[index])) return cached.body
    const page: Page = { dependencies, body: Promise.try(async () => compress(type, await make())) }
    pages.set(name, page)
    page.body.catch(() => {
      if (pages.get(name) === page) pages.delete(name)
    })
    return page.body
  }
}

/** Sends a page that the browser may cache but must revalidate before each use. */
export const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: Promise<CompressedBody>) =>
  sendCompressed(request, reply.header('cache-control', 'no-cache'), await page)
