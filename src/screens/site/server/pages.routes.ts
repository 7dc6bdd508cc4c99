import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  confirmation,
  type FormPath,
  isFormPath,
  RECEIPT_PARAM,
  sentParameters,
} from '#features/inbox/forms.contract.ts'
import { formsKeyFrom } from '#features/inbox/server/forms-token.ts'
import { readReceiptToken } from '#features/inbox/server/receipt-token.ts'
import type { App } from '#platform/http/app.ts'
import { notFound } from '#platform/http/app-error.ts'
import { servePublic } from '#platform/http/serve-public.ts'
import { type AnswerPromise, answerPromise } from '../answer-promise.rules.ts'
import type { PublicFacts } from '../facts.ts'
import { emptyForm, type SentForm, sentTexts } from '../form-state.ts'
import { sitePaths } from '../paths.ts'
import { servicesOf } from '../services.rules.ts'
import { type CompanyFacts, currentOrCachedFacts } from './company-facts.ts'
import { discoveryRoutes } from './discovery.routes.ts'
import { mediaRoutes } from './media.routes.ts'
import { openPageCache, sendPage } from './page-cache.ts'
import type { SiteFrontend } from './site-frontend.ts'

type Options = {
  frontend: () => SiteFrontend | Promise<SiteFrontend>
  facts: CompanyFacts
  appUrl: string
  /** The key from which that of receipts is derived. */
  refreshKey: Buffer
}

/** The public pages, the discovery files and the 404 page. */
export function pageRoutes(app: App, { frontend, facts: openCompanyFacts, appUrl, refreshKey }: Options) {
  const page = openPageCache()
  const key = formsKeyFrom(refreshKey)
  const momentKey = openMomentKeys()
  const promiseNow = openAnswerPromises()

  async function pageInput(request: FastifyRequest) {
    const { render, site: assets } = await frontend()
    const facts = await currentOrCachedFacts(openCompanyFacts, request)
    const now = new Date()
    return {
      render,
      dependencies: [facts, assets, momentKey(render, facts, now)],
      input: { facts, assets, now, appUrl },
    }
  }

  async function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
    const { render, dependencies, input } = await pageInput(request)
    const notFoundPage = page('not-found', dependencies, () => render.notFoundPage(input))
    return sendPage(request, reply.status(404), notFoundPage)
  }

  for (const path of sitePaths) {
    servePublic(app, path, async (request, reply) => {
      const { render, dependencies, input } = await pageInput(request)
      if (!isFormPath(path))
        return sendPage(
          request,
          reply,
          page(path, dependencies, () => render.sitePage(path, input)),
        )
      const hasJour = await openCompanyFacts.hasJour(input.now)
      const promise = promiseNow(path, { ...input, hasJour })
      const sent = sentOf(key, path, request.query as Record<string, unknown>, input)
      if (sent) return sendUncached(reply, render.sitePage(path, { ...input, promise, form: { ...emptyForm, sent } }))
      const told = [...dependencies, promise.moment, promise.noJour]
      const made = page(path, told, () => render.sitePage(path, { ...input, promise }))
      return sendPage(request, reply, made)
    })
  }

  servePublic(app, '/tjanster/:name', async (request, reply) => {
    const { render, dependencies, input } = await pageInput(request)
    const { name: slug } = request.params as { name: string }
    const number = servicesOf(input.facts?.services).findIndex((service) => service.slug === slug)
    if (number < 0) return sendNotFound(request, reply)
    // A number instead of a name keeps the cache bounded, however often services are renamed.
    const make = () => render.servicePage(slug, input) ?? ''
    return sendPage(request, reply, page(`service ${number}`, dependencies, make))
  })

  mediaRoutes(app)
  discoveryRoutes(app, { facts: openCompanyFacts, appUrl })
  app.setNotFoundHandler(async (request, reply) => {
    reply.removeHeader('cache-control')
    if (!isPage(request)) throw notFound()
    return sendNotFound(request, reply)
  })
}

/**
 * What the address of a receipt tells. Its token decides, as the parameters beside it can be changed; without its number and moment
 * for one that is forged or old.
 */
function sentOf(
  key: Buffer,
  path: FormPath,
  query: Record<string, unknown>,
  { facts, now }: { facts: PublicFacts | undefined; now: Date },
): SentForm | undefined {
  const receipt = readReceiptToken(key, path, query[RECEIPT_PARAM], now)
  const sent = receipt ?? sentParameters(path, query)
  return sent && sentTexts(path, { ...sent, text: confirmation(path, sent, facts) }, receipt)
}

const MINUTE_MS = 60_000

/**
 * `render.momentKey`, computed once a minute: nothing on the pages changes more often, and finding the holidays takes
 * most of a request.
 */
function openMomentKeys() {
  let cached: { facts: PublicFacts | undefined; minute: number; key: string } | undefined
  return ({ momentKey }: SiteFrontend['render'], facts: PublicFacts | undefined, now: Date): string => {
    const minute = Math.floor(now.getTime() / MINUTE_MS)
    if (cached?.facts !== facts || cached?.minute !== minute) cached = { facts, minute, key: momentKey(facts, now) }
    return cached.key
  }
}

/** `answerPromise`, computed once a minute for each form, for the same reason. */
function openAnswerPromises() {
  type Input = Parameters<typeof answerPromise>[1]
  const cached = new Map<FormPath, { input: Input; minute: number; promise: AnswerPromise }>()
  return (path: FormPath, input: Input): AnswerPromise => {
    const minute = Math.floor(input.now.getTime() / MINUTE_MS)
    const known = cached.get(path)
    if (known?.minute === minute && known.input.facts === input.facts && known.input.hasJour === input.hasJour)
      return known.promise
    const promise = answerPromise(path, input)
    cached.set(path, { input, minute, promise })
    return promise
  }
}

/** A missing page gets the 404 page, any other missing resource the API's error body. */
const isPage = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|auth\/v1|assets)\//.test(url)

/** Not cached, because the page confirms one visitor's form. */
const sendUncached = (reply: FastifyReply, html: string) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
