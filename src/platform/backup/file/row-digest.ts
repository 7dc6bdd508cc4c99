import { createHash } from 'node:crypto'

const NEWLINE = 10

/** Counts and digests rows as COPY writes them: one line each, as line feeds in values are escaped. */
export function rowDigest() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(chunk: Buffer) {
      hash.update(chunk)
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) rows++
    },
    end: () => ({ rows, digest: hash.digest('hex') }),
  }
}
