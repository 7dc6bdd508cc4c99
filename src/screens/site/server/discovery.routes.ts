// Files for search engines, link previews, home screens and security researchers.
import type { App } from '#platform/http/app.ts'
import { servePublic } from '#platform/http/serve-public.ts'
import { manifest, robots, securityContact, sitemap } from '../discovery.rules.ts'
import type { PublicFacts } from '../facts.ts'
import { type CompanyFacts, currentOrCachedFacts } from './company-facts.ts'
import { sendCompressed } from './content-encoding.ts'
import { icon, type MarkColors, markColors, markOf, sharedPicture } from './drawn-pictures.ts'
import { openPageCache } from './page-cache.ts'

const DAY = 'public, max-age=86400'
const DEFAULT_NAME = 'Stödpunkt'

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

  /** An image made from the company's name and colours, which other sites may embed. */
  function picture(path: string, type: string, make: (name: string, colors: MarkColors) => string | Promise<Buffer>) {
    servePublic(app, path, async (request, reply) => {
      const facts = await currentOrCachedFacts(openCompanyFacts, request)
      const name = facts?.name ?? DEFAULT_NAME
      const { mainColor = null, accentColor = null } = facts ?? {}
      const body = await cached(
        path,
        [name, mainColor, accentColor],
        () => make(name, markColors({ mainColor, accentColor })),
        type,
      )
      reply.headers({ 'cache-control': DAY, 'cross-origin-resource-policy': 'cross-origin' })
      return sendCompressed(request, reply, body)
    })
  }

  text('/robots.txt', 'text/plain; charset=utf-8', () => robots(appUrl))
  text('/sitemap.xml', 'application/xml; charset=utf-8', (facts) => sitemap(appUrl, facts))
  text('/.well-known/security.txt', 'text/plain; charset=utf-8', (facts, now) => securityContact(facts, appUrl, now))
  text('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', (facts) =>
    manifest(facts ?? { name: DEFAULT_NAME, mainColor: null, pictures: {} }),
  )
  picture('/favicon.svg', 'image/svg+xml', markOf)
  picture('/apple-touch-icon.png', 'image/png', (name, colors) => icon(name, 180, { colors, isSquare: true }))
  picture('/icon-192.png', 'image/png', (name, colors) => icon(name, 192, { colors, isSquare: false }))
  picture('/icon-512.png', 'image/png', (name, colors) => icon(name, 512, { colors, isSquare: false }))
  picture('/og.png', 'image/png', sharedPicture)
}
