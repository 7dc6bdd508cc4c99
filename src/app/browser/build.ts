import { glob, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createBuilder } from 'vite'
import { toBrotli, toGzip } from '#screens/site/server/content-encoding.ts'
import { markBuilt, sourceHash } from './build-state.ts'
import { assetsFolder, earlyPagesFile } from './built-assets.ts'
import { backOfficeScreens, portalScreens } from './screens.ts'

const builtFrom = sourceHash()
const builder = await createBuilder({ logLevel: 'warn' })
await builder.buildApp()
// Fonts and images are already compressed.
const files = await Array.fromAsync(glob('**/*.{js,css,svg}', { cwd: assetsFolder }))
await Promise.all(files.map((file) => compress(join(assetsFolder, file))))
const { earlyPages } = (await import(
  pathToFileURL(join(dirname(earlyPagesFile), 'early-page.js')).href
)) as typeof import('./early-page.tsx')
await writeFile(earlyPagesFile, JSON.stringify(earlyPages(Object.keys(backOfficeScreens), Object.keys(portalScreens))))
markBuilt(builtFrom)
// The modules of the screens leave timers and channels open, which would keep the process running.
process.exit()

/** Writes the compressed variants beside the file, for the static file server, if they are smaller. */
async function compress(path: string) {
  const body = await readFile(path)
  const variants = { br: await toBrotli(body), gz: await toGzip(body) }
  for (const [extension, compressed] of Object.entries(variants)) {
    if (compressed.length < body.length) await writeFile(`${path}.${extension}`, compressed)
  }
}
