import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SiteAssets } from '#site/document.tsx'
import type { SiteFrontend } from '#site/server/site-frontend.ts'

const dist = join(import.meta.dirname, '../../../dist')
export const assetsFolder = join(dist, 'client/assets')

type Chunk = { file: string; css?: string[]; imports?: string[]; assets?: string[] }
/** URLs of a document's scripts, styles, fonts and statically imported modules. */
export type Assets = SiteAssets
export type Frontend = SiteFrontend & { app: Assets }

/** The built browser app and public site. */
export async function readFrontend(): Promise<Frontend> {
  const manifest = JSON.parse(await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const render = (await import(pathToFileURL(join(dist, 'server/site.js')).href)) as SiteFrontend['render']
  return {
    app: assetsOf(manifest, 'src/app/browser/main.tsx'),
    site: assetsOf(manifest, 'src/site/browser.ts'),
    render,
  }
}

function assetsOf(manifest: Record<string, Chunk>, entry: string): Assets {
  const chunks = new Set<Chunk>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || chunks.has(chunk)) return
    chunks.add(chunk)
    chunk.imports?.forEach(visit)
  }
  visit(entry)
  const [first, ...imported] = [...chunks]
  const urlOf = (file: string) => `/${file}`
  return {
    scripts: first ? [urlOf(first.file)] : [],
    styles: [...chunks].flatMap(({ css = [] }) => css.map(urlOf)),
    preloads: imported.map(({ file }) => urlOf(file)),
    fonts: (first?.assets ?? []).filter((file) => file.endsWith('.woff2')).map(urlOf),
  }
}
