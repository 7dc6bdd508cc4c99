// The public parts of a company's branding: its pictures and the stylesheet of its colours.
import { BRAND_PATH, colorsOfStylesheet, MEDIA_PATH } from '#features/company/brand.rules.ts'
import { readPublicFile } from '#features/files/server/public-files.queries.ts'
import type { App } from '#platform/http/app.ts'
import { notFound } from '#platform/http/app-error.ts'
import { IMMUTABLE, servePublic } from '#platform/http/serve-public.ts'
import { brandStylesheet } from './brand-stylesheet.ts'

/** Files that never change at their address are cached for ever. */
export function mediaRoutes(app: App) {
  servePublic(app, `${MEDIA_PATH}/:id/:variant`, async (request, reply) => {
    const { id, variant } = request.params as { id: string; variant: string }
    const file = await readPublicFile(app.database, id, variant)
    if (!file) throw notFound()
    return reply.type(file.type).header('cache-control', IMMUTABLE).send(file.content)
  })

  servePublic(app, `${BRAND_PATH}/:name`, (request, reply) => {
    const { name } = request.params as { name: string }
    const colors = colorsOfStylesheet(name)
    const stylesheet = colors && brandStylesheet(colors)
    if (!stylesheet) throw notFound()
    const isHashed = stylesheet.url === `${BRAND_PATH}/${name}`
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', isHashed ? IMMUTABLE : 'no-cache')
      .send(stylesheet.css)
  })
}
