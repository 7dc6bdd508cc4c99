import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBuilder } from 'vite'
import { toBrotli, toGzip } from '#site/server/content-encoding.ts'
import { markBuilt } from './build-state.ts'
import { assetsFolder } from './built-assets.ts'

const builder = await createBuilder({ logLevel: 'warn' })
await builder.buildApp()
// Fonts and images are already compressed.
const files = await Array.fromAsync(glob('**/*.{js,css,svg}', { cwd: assetsFolder }))
await Promise.all(files.map((file) => compress(join(assetsFolder, file))))
markBuilt()

/** Writes the compressed variants beside the file, for the static file server; only those that are smaller. */
async function compress(path: string) {
  const body = await readFile(path)
  const variants = { br: await toBrotli(body), gz: await toGzip(body) }
  for (const [extension, compressed] of Object.entries(variants)) {
    if (compressed.length < body.length) await writeFile(`${path}.${extension}`, compressed)
  }
}
