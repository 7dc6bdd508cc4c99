import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#lib/server/app.ts'
import { notFound } from '#lib/server/app-error.ts'
import { servePublic } from '#lib/server/serve-public.ts'
import { sitePaths } from '#site/paths.ts'
import type { OpenFacts } from '#site/server/open-facts.ts'
import { assetsFolder, type Frontend } from './assets.ts'
import { appPaths } from './paths.ts'
import { appShell } from './shell.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const HTML = 'text/html; charset=utf-8'

type Parts = { frontend: () => Promise<Frontend>; facts: OpenFacts; appUrl: string; isDev?: boolean }

/** The public pages, the browser app's shell, and their files. */
export async function pageRoutes(app: App, { frontend, facts: openFacts, appUrl, isDev = false }: Parts) {
  for (const path of sitePaths) {
    servePublic(app, path, async (_request, reply) => {
      const { render, site: assets } = await frontend()
      const facts = await openFacts.current()
      return sendPage(reply, render.sitePage(path, { facts, assets, now: new Date(), appUrl }))
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
    const facts = await openFacts.current().catch(() => undefined)
    return sendPage(reply.status(404), render.notFoundPage({ facts, assets: site, now: new Date(), appUrl }))
  })
}

/** A missing page is answered with a page; anything else missing in the API's form. */
const isPage = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|auth\/v1|assets)\//.test(url)

const sendPage = (reply: FastifyReply, html: string) => reply.type(HTML).header('cache-control', 'no-cache').send(html)
