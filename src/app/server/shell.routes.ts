import fastifyStatic from '@fastify/static'
import { assetsFolder as builtAssets, type Frontend } from '#app/browser/built-assets.ts'
import { appPaths, unknownPaths } from '#app/browser/paths.ts'
import { appShell } from '#app/browser/shell.ts'
import { BUILD_HEADER } from '#lib/contract.ts'
import type { App } from '#lib/server/app.ts'
import { servePublic } from '#lib/server/serve-public.ts'
import { type CompanyFacts, currentOrCachedFacts } from '#site/server/company-facts.ts'
import { openPageCache, sendPage } from '#site/server/page-cache.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

type Options = {
  frontend: () => Promise<Frontend>
  /** The name of the public site's company stands on the pages before a sign-in. */
  facts: CompanyFacts
  isDev?: boolean
  assetsFolder?: string
}

/** Serves the HTML of the browser app at each of its paths, and the built assets of the app and the public site. */
export async function shellRoutes(app: App, { frontend, facts, isDev = false, assetsFolder = builtAssets }: Options) {
  const page = openPageCache()
  for (const path of [...appPaths, ...unknownPaths]) {
    const isUnknown = (unknownPaths as readonly string[]).includes(path)
    servePublic(app, path, async (request, reply) => {
      const { app: assets } = await frontend()
      reply.status(isUnknown ? 404 : 200).header('x-robots-tag', 'noindex')
      const company = (await currentOrCachedFacts(facts, request))?.name ?? 'Stödpunkt'
      const make = () => appShell(path, { assets, company, isDev })
      return sendPage(request, reply, await page(path, [assets, company], make))
    })
  }
  if (isDev) return
  // An open tab learns of a newer build with the first answer from it (lib/web/load-code.ts).
  app.addHook('onRequest', async (_request, reply) => {
    const { build } = (await frontend()).app
    if (build) reply.header(BUILD_HEADER, build)
  })
  // build.ts writes the compressed variants beside each file.
  await app.register(fastifyStatic, { root: assetsFolder, serve: false, preCompressed: true, dotfiles: 'ignore' })
  servePublic(app, '/assets/*', (request, reply) => {
    reply.header('cache-control', IMMUTABLE)
    return reply.sendFile((request.params as { '*': string })['*'], { cacheControl: false })
  })
}
