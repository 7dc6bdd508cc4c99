// Forms with files, multipart/form-data (RFC 7578): read part by part, with no file in memory, limited by progress and number.
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { Busboy, type BusboyConfig, type BusboyInstance } from '@fastify/busboy'
import { AppError, invalid } from './app-error.ts'
import { arriving } from './file-body.ts'

export const MULTIPART = 'multipart/form-data'
const FIELDS_MAX = 100
const HEADER_BYTES_MAX = 4096
const UNREADABLE = 'Formuläret går inte att läsa. Ladda om sidan och försök igen.'
const FORM_TOO_LARGE = 'Bilderna är för många eller för stora. Skicka färre och försök igen.'

export type FilePart = { name: string; content: AsyncIterable<Buffer> }
type Limits = { fieldBytes: number; files: number; bytes: number; stalledMs?: number | undefined }
/** Receives one file, and the fields before it. What it does not read of the file is skipped. */
type TakeFile = (file: FilePart, fields: URLSearchParams) => Promise<void>

export type FormParts = {
  fields: URLSearchParams
  /** The values as they were sent, before decoding. */
  bytes: Buffer[]
  /** The form had more files than the limit. */
  hasMoreFiles: boolean
}

/** Reads a form to its end, one file after another. Throws 422 for a body that is not a form, 413 for one that is too long. */
export async function readFormParts(
  body: Readable,
  headers: IncomingHttpHeaders,
  { fieldBytes, files, bytes: bytesMax, stalledMs }: Limits,
  take: TakeFile,
): Promise<FormParts> {
  const form: FormParts = { fields: new URLSearchParams(), bytes: [], hasMoreFiles: false }
  const parser = parserOf(headers, { fieldSize: fieldBytes, fields: FIELDS_MAX, files, headerSize: HEADER_BYTES_MAX })
  parser.on('field', (name: string | undefined, value: string) => {
    const bytes = Buffer.from(value, 'latin1')
    form.bytes.push(bytes)
    form.fields.append(name ?? '', bytes.toString())
  })
  parser.on('filesLimit', () => {
    form.hasMoreFiles = true
  })
  const taking = takeFiles(parser, (file) => take(file, form.fields))
  const ended = new Promise<void>((resolve, reject) => {
    parser.once('finish', resolve)
    parser.on('error', () => reject(invalid(UNREADABLE)))
  })
  ended.catch(() => undefined)
  try {
    await Promise.race([pass(arriving(body, stalledMs), parser, bytesMax), ended])
    parser.end()
    await ended
    await taking.all()
    return form
  } catch (error) {
    await taking.stop(error)
    throw error
  }
}

function parserOf({ 'content-type': type = '', ...headers }: IncomingHttpHeaders, limits: BusboyConfig['limits']) {
  try {
    // latin1 preserves the bytes, so that invalid UTF-8 can be detected.
    return new Busboy({ headers: { ...headers, 'content-type': type }, limits, defCharset: 'latin1' })
  } catch {
    throw invalid(UNREADABLE)
  }
}

/** Passes on one file after another; the parser waits until `take` has read it. */
function takeFiles(parser: BusboyInstance, take: (file: FilePart) => Promise<void>) {
  const open = new Set<Readable>()
  let last = Promise.resolve()
  parser.on('file', (_field: string | undefined, content: Readable, name: string | undefined) => {
    open.add(content)
    content.on('error', () => undefined)
    // A field without a chosen file is sent as a file without a name.
    last = last
      .then(() => (name ? take({ name, content: whole(content) }) : undefined))
      .finally(() => {
        open.delete(content)
        content.resume()
      })
    last.catch(() => undefined)
  })
  return {
    all: () => last,
    stop: async (error: unknown) => {
      for (const content of open) content.destroy(error as Error)
      await last.catch(() => undefined)
    },
  }
}

/** Does not destroy a file that is not read to its end: the parser needs it open to skip the rest. */
async function* whole(content: Readable): AsyncGenerator<Buffer, void> {
  for await (const part of content.iterator({ destroyOnReturn: false })) yield part
}

async function pass(parts: AsyncIterable<Buffer>, to: Writable, bytesMax: number) {
  let bytes = 0
  for await (const part of parts) {
    bytes += part.length
    if (bytes > bytesMax) throw new AppError(413, 'too_large', FORM_TOO_LARGE)
    await new Promise<void>((resolve, reject) => to.write(part, (error) => (error ? reject(error) : resolve())))
  }
}
