import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SiteAssets } from '#screens/site/document.tsx'
import type { SiteFrontend } from '#screens/site/server/site-frontend.ts'
import { areaOf } from './areas.ts'
import { type Chunk, keyOfChunk, type Manifest } from './build-manifest.ts'
import type { EarlyPages } from './early-page.tsx'

const dist = join(import.meta.dirname, '../../../dist')
export const assetsFolder = join(dist, 'client/assets')
/** The early pages (early-page.tsx) by path, written by the build. */
export const earlyPagesFile = join(dist, 'server/early-pages.json')

/** URLs for the browser app's documents. */
export type AppAssets = Pick<SiteAssets, 'scripts' | 'styles'> & {
  /** The modules that the first screen of a path needs. */
  preloadsOf: (path: string) => string[]
  /** The code that renews a session (auth-client.ts). Unset in development. */
  renewal?: string | undefined
  /** Identifies this build. Unset in development. */
  build?: string
  /** Unset in development. */
  early?: { script: string } & EarlyPages
}
export type Frontend = SiteFrontend & { app: AppAssets }

/** The built browser app and public site. */
export async function readFrontend(): Promise<Frontend> {
  const manifestText = await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8')
  const manifest = JSON.parse(manifestText) as Manifest
  const render = (await import(pathToFileURL(join(dist, 'server/site.js')).href)) as SiteFrontend['render']
  const { scripts, styles } = assetsOf(manifest, 'src/app/browser/main.tsx')
  return {
    app: {
      scripts,
      styles,
      build: createHash('sha256').update(manifestText).digest('base64url').slice(0, 12),
      renewal: preloadsOf(manifest, ['auth-client'])[0],
      preloadsOf: (path) => preloadsOf(manifest, areaOf(path)?.chunks ?? []),
      early: {
        script: assetsOf(manifest, 'src/app/browser/early.ts').scripts[0] ?? '',
        ...(JSON.parse(await readFile(earlyPagesFile, 'utf8')) as EarlyPages),
      },
    },
    site: assetsOf(manifest, 'src/screens/site/browser.ts'),
    render,
  }
}

/** The built code that draws screens on the server. */
export const readDrawing = (): Promise<typeof import('./draw-screen.tsx')> =>
  import(pathToFileURL(join(dist, 'server/draw-screen.js')).href)

const urlOf = (file: string) => `/${file}`

/** The chunks and all their imports, except the entry, which is a script of the document. */
function preloadsOf(manifest: Manifest, names: string[]): string[] {
  const found = new Set<Chunk>()
  for (const name of names) withImports(manifest, keyOfChunk(manifest, name) ?? '', found)
  return [...found].map(({ file }) => urlOf(file))
}

function withImports(manifest: Manifest, name: string, found = new Set<Chunk>()): Set<Chunk> {
  const chunk = manifest[name]
  if (!chunk || found.has(chunk)) return found
  found.add(chunk)
  for (const imported of chunk.imports ?? []) withImports(manifest, imported, found)
  return found
}

function assetsOf(manifest: Manifest, entry: string): SiteAssets {
  const chunks = [...withImports(manifest, entry)]
  const [first, ...imported] = chunks
  return {
    scripts: first ? [urlOf(first.file)] : [],
    styles: chunks.flatMap(({ css = [] }) => css.map(urlOf)),
    preloads: imported.map(({ file }) => urlOf(file)),
    fonts: (first?.assets ?? []).filter((file) => file.endsWith('.woff2')).map(urlOf),
  }
}
