// A response that is a file: saved by the browser under its name, never shown.
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import type { FileAnswer } from '#shared/contract.ts'

/** A file to be saved. With `bytes` the client can show progress, and detect a truncated file. */
export type Download = {
  filename: string
  bytes?: number
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/**
 * Sends a file at the client's pace, reading ahead only what fits in the socket. Resolves also after an incomplete response: an
 * aborted download is not an error, and Fastify handles other errors as it does those of every stream.
 */
export async function sendDownload(reply: FastifyReply, { contentType }: FileAnswer, download: Download) {
  const stream = Readable.from(download.content)
  reply.header('content-type', contentType)
  reply.header('content-disposition', attachmentHeader(download.filename))
  if (download.bytes !== undefined) reply.header('content-length', download.bytes)
  reply.send(stream)
  await finished(stream).catch(() => undefined)
}

/** Content-Disposition by RFC 6266: the name in ASCII, and in full by RFC 8187 when that differs. */
export function attachmentHeader(name: string): string {
  const ascii = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.() -]/g, '_')
  const header = `attachment; filename="${ascii}"`
  return ascii === name ? header : `${header}; filename*=UTF-8''${extendedValue(name)}`
}

/** The ext-value of RFC 8187, in which only attr-char stays as it is. */
const extendedValue = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
