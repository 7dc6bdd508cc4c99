import { createServer } from 'vite'
import type { App } from '#platform/http/app.ts'
import type { Frontend } from './built-assets.ts'

/** Vite as middleware: hot module replacement for screens, public pages rendered from source. */
export async function devFrontend(app: App): Promise<() => Promise<Frontend>> {
  const vite = await createServer({
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onRequest', (request, reply, next) => vite.middlewares(request.raw, reply.raw, next))
  app.addHook('onClose', () => vite.close())
  const entry = (path: string) => ({ scripts: ['/@vite/client', path], styles: [], preloads: [] })
  return async () => ({
    app: { ...entry('/src/app/browser/main.tsx'), preloadsOf: () => [] },
    site: entry('/src/screens/site/browser.ts'),
    render: (await vite.ssrLoadModule('/src/screens/site/render.tsx')) as Frontend['render'],
  })
}
