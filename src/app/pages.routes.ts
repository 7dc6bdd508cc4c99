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
    return sendPage(reply, render.homePage({ facts, assets: site }))
  })
  for (const path of soonPaths) {
    servePublic(app, path, async (_request, reply) => {
      const { render, site } = await frontend()
      const facts = await readPublicFacts(app.database, siteOrg)
      return sendPage(reply, render.soonPage({ facts, assets: site, path }))
    })
  }
  for (const path of appPaths) {
    servePublic(app, path, async (_request, reply) => {
      const { app: assets } = await frontend()
      return sendPage(reply.header('x-robots-tag', 'noindex'), appShell(assets, isDev))
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
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) throw notFound()
    const { render, site } = await frontend()
    // The page is shown also when the company's name cannot be read.
    const facts = await readPublicFacts(app.database, siteOrg).catch(() => undefined)
    return sendPage(reply.status(404), render.notFoundPage({ facts, assets: site }))
  })
}

/** A missing page is answered with a page; anything else missing in the API's form. */
const isPage = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|auth\/v1|assets)\//.test(url)

const sendPage = (reply: FastifyReply, html: string) => reply.type(HTML).header('cache-control', 'no-cache').send(html)
