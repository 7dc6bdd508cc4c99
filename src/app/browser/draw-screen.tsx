// Draws a screen on the server, as the app will render it, for the time until the app's code has been fetched and run.
import { AsyncLocalStorage } from 'node:async_hooks'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, matchRoutes, Outlet, StaticRouterProvider } from 'react-router'
import { auth, type Me } from '#features/auth/auth.contract.ts'
import { SignedIn } from '#features/auth/web/require.tsx'
import { countsQuery } from '#features/inbox/web/menu-counts.api.ts'
import { BackOfficeLayout } from '#screens/back-office/web/back-office.tsx'
import { PortalLayout } from '#screens/portal/web/portal-frame.tsx'
import { RouteLinks } from '#shared/ui/route-link.tsx'
import { call, connect } from '#shared/web/call.ts'
import { type Device, readDeviceOf } from '#shared/web/device.ts'
import { rowIdOf } from '#shared/web/url.ts'
import { backOfficeData } from './back-office-data.ts'
import { portalData } from './portal-data.ts'
import type { Code, ScreenData } from './screen.ts'
import { backOfficeScreens, portalScreens } from './screens.ts'

/** What is drawn for one request; `get` sends a request of the app, as the person whose screen it is. */
type Drawing = { device: Device; get: (url: string) => Promise<Response> }

// Many are drawn at once, but the app's modules exist only once: nothing of a drawing may stay in them.
const current = new AsyncLocalStorage<Drawing>()
readDeviceOf(() => current.getStore()?.device)
connect({
  fetch: async (url) => {
    const drawing = current.getStore()
    if (!drawing || typeof url !== 'string') throw new Error('A request outside of a drawing')
    return drawing.get(url)
  },
  token: () => undefined,
  renew: async () => undefined,
  overloadRetries: 0,
})

type Area = { Layout: ComponentType; screens: Record<string, Code>; data: Partial<Record<string, ScreenData>> }
const areas: Partial<Record<Me['kind'], Area>> = {
  staff: { Layout: BackOfficeLayout, screens: backOfficeScreens, data: backOfficeData },
  customer: { Layout: PortalLayout, screens: portalScreens, data: portalData },
}

/**
 * The HTML of the screen at an address, a path with its query and hash; undefined for one that opens without data, that
 * the person may not see, or whose requests are refused. Throws what a screen throws while it renders.
 */
export const drawScreen = (address: string, { device, get }: Drawing): Promise<string | undefined> =>
  // A request runs outside of the drawing, which a connection to the database that it opens would keep for its life.
  current.run({ device, get: AsyncLocalStorage.bind(get) }, async () => {
    const me = await call(auth.me, {}).catch(() => undefined)
    const area = me && areas[me.kind]
    if (!area || me.mustChangePassword || me.needs) return undefined
    const url = new URL(`http://localhost${address}`)
    if (!isDecodable(url.pathname)) return undefined
    const found = matchRoutes(
      Object.keys(area.screens).map((path) => ({ path })),
      url.pathname,
    )?.[0]
    const path = found?.route.path ?? ''
    const [code, data] = [area.screens[path], area.data[path]]
    if (!found || !code || !data) return undefined
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
    const [{ Component }] = await Promise.all([
      code(),
      data({ client, me, id: rowIdOf(found.params.id ?? ''), search: url.searchParams }),
      me.kind === 'staff' && client.prefetchQuery(countsQuery),
    ])
    const queries = client.getQueryCache().getAll()
    if (queries.some(({ state }) => state.status !== 'success')) return undefined
    return markup(url, me, client, { path, Layout: area.Layout, Screen: Component })
  })

/** React Router writes others to the console. */
function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

type Drawn = { path: string; Layout: ComponentType; Screen: ComponentType }

async function markup(url: URL, me: Me, client: QueryClient, { path, Layout, Screen }: Drawn) {
  const routes = [
    {
      element: (
        <I18nProvider locale="sv-SE">
          <RouteLinks>
            <SignedIn me={me}>
              <Outlet />
            </SignedIn>
          </RouteLinks>
        </I18nProvider>
      ),
      children: [{ Component: Layout, children: [{ path, Component: Screen }] }],
    },
  ]
  const handler = createStaticHandler(routes)
  const found = await handler.query(new Request(url))
  if (found instanceof Response) return undefined
  // A request has no hash.
  const context = { ...found, location: { ...found.location, hash: url.hash } }
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </QueryClientProvider>,
  )
  // The Content-Security-Policy refuses style attributes in HTML; the document's script sets them. No text has a quote.
  return html.replaceAll(' style="', ' data-style="')
}
