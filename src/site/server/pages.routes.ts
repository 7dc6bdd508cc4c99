import type { FastifyReply, FastifyRequest } from 'fastify'
import { SENT_PARAM, sentText } from '#enquiries/forms.contract.ts'
import type { App } from '#lib/server/app.ts'
import { notFound } from '#lib/server/app-error.ts'
import { servePublic } from '#lib/server/serve-public.ts'
import { emptyForm } from '../form-state.ts'
import { sitePaths } from '../paths.ts'
import { discoveryRoutes } from './discovery.routes.ts'
import { lastKnownFacts } from './last-known-facts.ts'
import type { OpenFacts } from './open-facts.ts'
import { openPageCache, sendPage } from './page-cache.ts'
import type { SiteFrontend } from './site-frontend.ts'

type Parts = {
  frontend: () => Promise<SiteFrontend>
  facts: OpenFacts
  appUrl: string
}

/** The public pages, the files by which they are found, and the page for an address that does not exist. */
export function pageRoutes(app: App, { frontend, facts: openFacts, appUrl }: Parts) {
  const page = openPageCache()

  async function given(request: FastifyRequest) {
    const { render, site: assets } = await frontend()
    const facts = await lastKnownFacts(openFacts, request)
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

  discoveryRoutes(app, { facts: openFacts, appUrl })
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

/** What somebody did stands on it: it is for him and for now. */
const sendOnce = (reply: FastifyReply, html: string) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
