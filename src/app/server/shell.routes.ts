import fastifyStatic from '@fastify/static'
import { assetsFolder as builtAssets, type Frontend } from '#app/browser/built-assets.ts'
import { DRAWN_POLICY, firstScreenHash, portalOf } from '#app/browser/first-screen.ts'
import { appPaths, unknownPaths } from '#app/browser/paths.ts'
import { appShell, type ShellCompany } from '#app/browser/shell.ts'
import { logoOf } from '#features/company/brand.rules.ts'
import type { App } from '#platform/http/app.ts'
import { IMMUTABLE, servePublic } from '#platform/http/serve-public.ts'
import type { PublicFacts } from '#screens/site/facts.ts'
import { type CompanyFacts, currentOrCachedFacts } from '#screens/site/server/company-facts.ts'
import { openPageCache, sendPage } from '#screens/site/server/page-cache.ts'
import { BUILD_HEADER } from '#shared/contract.ts'
import { contentSecurityPolicy } from './security-headers.ts'

type Options = {
  frontend: () => Frontend | Promise<Frontend>
  /** The name and branding of the public site's company, for the pages before a sign-in. */
  facts: CompanyFacts
  isDev?: boolean
  assetsFolder?: string
}

/** Serves the HTML of the browser app at each of its paths, and the built assets of the app and the public site. */
export async function shellRoutes(app: App, { frontend, facts, isDev = false, assetsFolder = builtAssets }: Options) {
  const page = openPageCache()
  const policy = contentSecurityPolicy({ script: firstScreenHash, htmlPolicy: DRAWN_POLICY })
  for (const path of [...appPaths, ...unknownPaths]) {
    const hasInlineScript = !isDev && portalOf(path) !== undefined
    const isUnknown = unknownPaths.includes(path)
    servePublic(app, path, async (request, reply) => {
      const { app: assets } = await frontend()
      if (hasInlineScript) reply.header('content-security-policy', policy)
      reply.status(isUnknown ? 404 : 200).header('x-robots-tag', 'noindex')
      const current = await currentOrCachedFacts(facts, request)
      const make = () => appShell(path, { assets, company: companyOf(current), isDev })
      return sendPage(request, reply, page(path, [assets, current], make))
    })
  }
  if (isDev) return
  // An open tab detects a newer build from the first response of it (shared/web/load-code.ts).
  const { build } = (await frontend()).app
  app.addHook('onRequest', (_request, reply, next) => {
    if (build) reply.header(BUILD_HEADER, build)
    next()
  })
  // build.ts writes the compressed variants beside each file.
  await app.register(fastifyStatic, { root: assetsFolder, serve: false, preCompressed: true, dotfiles: 'ignore' })
  servePublic(app, '/assets/*', (request, reply) => {
    reply.header('cache-control', IMMUTABLE)
    return reply.sendFile((request.params as { '*': string })['*'], { cacheControl: false })
  })
}

function companyOf(facts: PublicFacts | undefined): ShellCompany {
  if (!facts) return { name: 'Stödpunkt' }
  const { name, pictures, stylesheet } = facts
  return { name, ...logoOf(pictures.logo), colors: stylesheet ?? undefined }
}
