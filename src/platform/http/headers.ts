import type { FastifyRequest } from 'fastify'

/** Whether a header is repeated: Node silently uses the first, a proxy may have checked another. */
export const isRepeated = ({ raw: { rawHeaders } }: FastifyRequest, name: string) =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length > 1
