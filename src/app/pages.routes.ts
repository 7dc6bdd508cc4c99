import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SENT_PARAM, sentText } from '#enquiries/forms.contract.ts'
import type { App } from '#lib/server/app.ts'
import { notFound } from '#lib/server/app-error.ts'
import { servePublic } from '#lib/server/serve-public.ts'
import { emptyForm } from '#site/form-state.ts'
import { sitePaths } from '#site/paths.ts'
import type { OpenFacts } from '#site/server/open-facts.ts'
import { assetsFolder as builtAssets, type Frontend } from './assets.ts'
import { discoveryRoutes } from './discovery.routes.ts'
import { type Encoded, sendEncoded } from './encoded.ts'
import { knownFacts } from './known-facts.ts'
import { openPageCache } from './page-cache.ts'
import { appPaths } from './paths.ts'
import { appShell } from './shell.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

type Parts = {
  frontend: () => Promise<Frontend>
  facts: OpenFacts
  appUrl: string
  isDev?: boolean
  assetsFolder?: string
}

/** The public pages, the browser app's shell, and their files. */
export async function pageRoutes(
  app: App,
  { frontend, facts: openFacts, appUrl, isDev = false, assetsFolder = builtAssets }: Parts,
) {
  const page = openPageCache()

  async function given(request: FastifyRequest) {
    const { render, site: assets } = await frontend()
    const facts = await knownFacts(openFacts, request)
    const now = new Date()
    return { render, of: [facts, assets, render.momentKey(facts, now)], given: { facts, assets, now, appUrl } }
  }

  for (const path of sitePaths) {
    servePublic(app, path, async (request, reply) => {
      const { render, of, given: shown } = await given(request)
      const sent = sentText(path, (request.query as Record<string, unknown>)[SENT_PARAM])
      if (sent !== undefined) return sendOnce(reply, render.sitePage(path, { ...shown, form: { ...emptyForm, sent } }))
      return sendPage(request, reply, await page(path, of, () => render.sitePage(path, shown)))
    })
  }
  for (const path of appPaths) {
    servePublic(app, path, async (request, reply) => {
      const { app: assets } = await frontend()
      reply.header('x-robots-tag', 'noindex')
      return sendPage(request, reply, await page('app', [assets], () => appShell(assets, isDev)))
    })
  }

  discoveryRoutes(app, { facts: openFacts, appUrl })
  if (!isDev) {
    // Beside each file stand its compressed ones (build.ts).
    await app.register(fastifyStatic, { root: assetsFolder, serve: false, preCompressed: true, dotfiles: 'ignore' })
    servePublic(app, '/assets/*', (request, reply) => {
      reply.header('cache-control', IMMUTABLE)
      return reply.sendFile((request.params as { '*': string })['*'], { cacheControl: false })
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    reply.removeHeader('cache-control')
    if (!isPage(request)) throw notFound()
    const { render, of, given: shown } = await given(request)
    return sendPage(request, reply.status(404), await page('not-found', of, () => render.notFoundPage(shown)))
  })
}

/** A missing page is answered with a page; anything else missing in the API's form. */
const isPage = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|auth\/v1|assets)\//.test(url)

const sendPage = (request: FastifyRequest, reply: FastifyReply, page: Encoded) =>
  sendEncoded(request, reply.header('cache-control', 'no-cache'), page)

/** What somebody did stands on it: it is for him and for now. */
const sendOnce = (reply: FastifyReply, html: string) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
