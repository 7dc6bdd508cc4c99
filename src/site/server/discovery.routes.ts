// Files for search engines, link previews, home screens and security researchers.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#lib/server/app.ts'
import { servePublic } from '#lib/server/serve-public.ts'
import { manifest, robots, securityContact, sitemap } from '../discovery.rules.ts'
import type { PublicFacts } from '../facts.ts'
import { type CompanyFacts, currentOrCachedFacts } from './company-facts.ts'
import { sendCompressed } from './content-encoding.ts'
import { openPageCache } from './page-cache.ts'
import { icon, sharedPicture } from './pictures.ts'

const DAY = 'public, max-age=86400'
const DEFAULT_NAME = 'Stödpunkt'
const faviconFile = join(import.meta.dirname, '../favicon.svg')

type Options = { facts: CompanyFacts; appUrl: string }

export function discoveryRoutes(app: App, { facts: openCompanyFacts, appUrl }: Options) {
  const cached = openPageCache()

  /** A text file made from the facts, cached by its content. */
  function text(path: string, type: string, make: (facts: PublicFacts | undefined, now: Date) => string) {
    servePublic(app, path, async (request, reply) => {
      const content = make(await currentOrCachedFacts(openCompanyFacts, request), new Date())
      reply.header('cache-control', 'no-cache')
      return sendCompressed(request, reply, await cached(path, [content], () => content, type))
    })
  }

  /** An image, which other sites may embed. */
  function picture(path: string, type: string, make: (name: string) => Promise<Buffer>, dependsOn: 'name' | 'nothing') {
    servePublic(app, path, async (request, reply) => {
      const name = dependsOn === 'name' ? (await currentOrCachedFacts(openCompanyFacts, request))?.name : undefined
      const body = await cached(path, [name], () => make(name ?? DEFAULT_NAME), type)
      reply.headers({ 'cache-control': DAY, 'cross-origin-resource-policy': 'cross-origin' })
      return sendCompressed(request, reply, body)
    })
  }

  text('/robots.txt', 'text/plain; charset=utf-8', () => robots(appUrl))
  text('/sitemap.xml', 'application/xml; charset=utf-8', () => sitemap(appUrl))
  text('/.well-known/security.txt', 'text/plain; charset=utf-8', (facts, now) => securityContact(facts, appUrl, now))
  text('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', (facts) =>
    manifest(facts?.name ?? DEFAULT_NAME),
  )
  picture('/favicon.svg', 'image/svg+xml', () => readFile(faviconFile), 'nothing')
  picture('/apple-touch-icon.png', 'image/png', () => icon(180, { isSquare: true }), 'nothing')
  picture('/icon-192.png', 'image/png', () => icon(192, { isSquare: false }), 'nothing')
  picture('/icon-512.png', 'image/png', () => icon(512, { isSquare: false }), 'nothing')
  picture('/og.png', 'image/png', sharedPicture, 'name')
}
