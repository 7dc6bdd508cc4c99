import type { FastifyRequest } from 'fastify'

/** Whether a header stands there more than once: Node keeps the first and says nothing, a proxy may have judged by another. */
export const isGivenTwice = ({ raw: { rawHeaders } }: FastifyRequest, name: string) =>
  rawHeaders.filter((text, place) => place % 2 === 0 && text.toLowerCase() === name).length > 1
