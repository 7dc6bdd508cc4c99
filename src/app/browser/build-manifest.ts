/** A file in Vite's build manifest; `name` is set for chunks named in bundle-chunks.ts. */
export type Chunk = { name?: string; file: string; css?: string[]; imports?: string[]; assets?: string[] }
export type Manifest = Record<string, Chunk>

/** The key of a named chunk. Compares whole names, because 'portal' is a prefix of 'portal-more'. */
export const keyOfChunk = (manifest: Manifest, name: string): string | undefined =>
  Object.keys(manifest).find((key) => manifest[key]?.name === name)
