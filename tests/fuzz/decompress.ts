import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

const unpackers = new Map<string, (bytes: Buffer) => Buffer>([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['zstd', zstdDecompressSync],
])

/** An answer's bytes as text, as its `content-encoding` says; the answer to a HEAD names one and has no bytes. */
export function unpacked(bytes: Buffer, encoding: string | undefined): string {
  const unpack = unpackers.get(encoding ?? '')
  return (unpack && bytes.length > 0 ? unpack(bytes) : bytes).toString()
}
