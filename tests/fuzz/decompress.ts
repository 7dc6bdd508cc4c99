import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

const decompressors = new Map<string, (bytes: Buffer) => Buffer>([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['zstd', zstdDecompressSync],
])

/**
 * The body as text, decompressed according to `content-encoding`. The response to a HEAD has the header but no body.
 */
export function decompressed(bytes: Buffer, encoding: string | undefined): string {
  const decompress = decompressors.get(encoding ?? '')
  return (decompress && bytes.length > 0 ? decompress(bytes) : bytes).toString()
}
