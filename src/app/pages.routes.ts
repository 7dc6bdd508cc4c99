import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#lib/server/app.ts'
import { notFound } from '#lib/server/app-error.ts'
import { servePublic } from '#lib/server/serve-public.ts'
import { readPublicFacts } from '#site/server/site.queries.ts'
import { assetsFolder, type Frontend } from './assets.ts'
import { appPaths } from './paths.ts'
import { appShell } from './shell.ts'

/** Public pages that so far only say how to reach the company. */
const soonPaths = ['/om-oss', '/kontakt', '/support'] as const

const IMMUTABLE = 'public, max-age=31536000, immutable'
const HTML = 'text/html; charset=utf-8'

type Parts = { frontend: () => Promise<Frontend>; siteOrg: string | undefined; isDev?: boolean }

/** The public pages, the browser app's shell, and their files. */
export async function pageRoutes(app: App, { frontend, siteOrg, isDev = false }: Parts) {
  servePublic(app, '/', async (_request, reply) => {
    const { render, site } = await frontend()
    const facts = await readPublicFacts(app.database, siteOrg)
    return reply
      .type(HTML)
      .header('cache-control', 'no-cache')
      .send(render.homePage({ facts, assets: site }))
  })
  for (const path of soonPaths) {
    servePublic(app, path, async (_request, reply) => {
      const { render, site } = await frontend()
      const facts = await readPublicFacts(app.database, siteOrg)
      return reply
        .type(HTML)
        .header('cache-control', 'no-cache')
        .send(render.soonPage({ facts, assets: site, path }))
    })
  }
  for (const path of appPaths) {
    servePublic(app, path, async (_request, reply) => {
      const { app: assets } = await frontend()
      return reply
        .type(HTML)
        .header('cache-control', 'no-cache')
        .header('x-robots-tag', 'noindex')
        .send(appShell(assets, isDev))
    })
  }
  const favicon = await readFile(join(import.meta.dirname, '../site/favicon.svg'))
  servePublic(app, '/favicon.svg', (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(favicon),
  )

  if (!isDev) {
    await app.register(fastifyStatic, { root: assetsFolder, serve: false })
    servePublic(app, '/assets/*', (request, reply) => {
      reply.header('cache-control', IMMUTABLE)
      return reply.sendFile((request.params as { '*': string })['*'], { cacheControl: false })
    })
  }
  app.setNotFoundHandler(async (request, reply) => missing(request, reply, await frontend()))
}

/** A missing page is a page; anything else missing is answered in the API's form. */
function missing(request: FastifyRequest, reply: FastifyReply, { render, site }: Frontend) {
  const isPage =
    (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|auth\/v1|assets)\//.test(request.url)
  if (!isPage) throw notFound()
  return reply
    .status(404)
    .type(HTML)
    .header('cache-control', 'no-cache')
    .send(render.notFoundPage({ assets: site }))
}
