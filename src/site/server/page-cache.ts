import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoded, encode, sendEncoded } from './content-encoding.ts'

const HTML = 'text/html; charset=utf-8'

type Page = { of: readonly unknown[]; made: Promise<Encoded> }

/**
 * One version of each page or file, ready to send. It is made anew when anything it is made `of` is no longer the same;
 * `name` must come from a fixed list, which bounds what is kept.
 */
export function openPageCache() {
  const pages = new Map<string, Page>()
  return (
    name: string,
    of: readonly unknown[],
    make: () => string | Promise<Buffer>,
    type = HTML,
  ): Promise<Encoded> => {
    const known = pages.get(name)
    if (known?.of.every((part, place) => part === of[place])) return known.made
    const page = { of, made: Promise.try(async () => encode(type, await make())) }
    pages.set(name, page)
    page.made.catch(() => {
      if (pages.get(name) === page) pages.delete(name)
    })
    return page.made
  }
}

/** Sends a page that the browser may keep but must revalidate at each use. */
export const sendPage = (request: FastifyRequest, reply: FastifyReply, page: Encoded) =>
  sendEncoded(request, reply.header('cache-control', 'no-cache'), page)
