/** A file of the build, by Vite's manifest; `name` is that of chunks.ts for those that it names. */
export type Chunk = { name?: string; file: string; css?: string[]; imports?: string[]; assets?: string[] }
export type Manifest = Record<string, Chunk>

/** The key of a chunk that chunks.ts names. By its whole name: the key of 'portal-more' begins like that of 'portal'. */
export const keyOfChunk = (manifest: Manifest, name: string): string | undefined =>
  Object.keys(manifest).find((key) => manifest[key]?.name === name)
