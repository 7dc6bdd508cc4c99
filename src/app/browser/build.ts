import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBuilder } from 'vite'
import { toBrotli, toGzip } from '#site/server/content-encoding.ts'
import { markBuilt } from './build-state.ts'
import { assetsFolder } from './built-assets.ts'

const builder = await createBuilder({ logLevel: 'warn' })
await builder.buildApp()
// Fonts and pictures are compressed as they are.
const files = await Array.fromAsync(glob('**/*.{js,css,svg}', { cwd: assetsFolder }))
await Promise.all(files.map((file) => compress(join(assetsFolder, file))))
markBuilt()

/** Beside the file, where the server looks for them; only when it is worth the while. */
async function compress(path: string) {
  const body = await readFile(path)
  const made = { br: await toBrotli(body), gz: await toGzip(body) }
  for (const [extension, smaller] of Object.entries(made)) {
    if (smaller.length < body.length) await writeFile(`${path}.${extension}`, smaller)
  }
}
