import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const encodings = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof encodings)[number]
type Variant = { encoding: Encoding; body: Buffer; etag: string }
/** A response body, compressed once for each encoding. */
export type CompressedBody = { type: string; variants: Record<Encoding, Variant> }

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** The highest quality, as a body is compressed once and sent many times. */
export const toBrotli = (body: Buffer) =>
  brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })
export const toGzip = (body: Buffer) => gzipped(body, { level: 9 })

export async function compress(type: string, content: string | Buffer): Promise<CompressedBody> {
  const body = Buffer.from(content)
  const hash = createHash('sha256').update(type).update(body).digest('base64url').slice(0, 22)
  const variant = (encoding: Encoding, bytes: Buffer, suffix = '') => ({
    encoding,
    body: bytes,
    etag: `"${hash}${suffix}"`,
  })
  const identity = variant('identity', body)
  // A PNG is already compressed.
  if (type === 'image/png') return { type, variants: { br: identity, gzip: identity, identity } }
  const [br, gz] = await Promise.all([toBrotli(body), toGzip(body)])
  return { type, variants: { br: variant('br', br, '-br'), gzip: variant('gzip', gz, '-gz'), identity } }
}

/** Sends the body in the client's preferred encoding, or 304 when the client has it already. */
export function sendCompressed(request: FastifyRequest, reply: FastifyReply, { type, variants }: CompressedBody) {
  const { encoding, body, etag } = variants[knownEncodingFor(request.headers['accept-encoding'])]
  reply.headers({ etag, vary: 'accept-encoding' })
  if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(body)
}

/** Results for the latest values of Accept-Encoding, of which browsers use only a few. */
const known = new Map<string, Encoding>()
const KNOWN_MAX = 20

function knownEncodingFor(accepted = ''): Encoding {
  const found = known.get(accepted)
  if (found) return found
  const encoding = encodingFor(accepted)
  if (known.size === KNOWN_MAX) known.clear()
  known.set(accepted, encoding)
  return encoding
}

/** RFC 9110, 12.5.3: the encoding with the highest weight; if equal, the smallest body. */
export function encodingFor(accepted = ''): Encoding {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((text) => text.startsWith('q='))
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0)
  }
  const weight = (name: Encoding) => weights.get(name) ?? (name === 'identity' ? 0.001 : (weights.get('*') ?? 0))
  return encodings.reduce((best, name) => (weight(name) > weight(best) ? name : best))
}

/** RFC 9110, 13.1.2: weak comparison with a list or `*`. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag)
}
