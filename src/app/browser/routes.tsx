import { Outlet, type RouteObject, ScrollRestoration, useNavigation } from 'react-router'
import { CodeNotice } from '#shared/ui/code-notice.tsx'
import { NotFoundPage } from '#shared/ui/not-found.tsx'
import { RouteLinks } from '#shared/ui/route-link.tsx'
import { UiProvider } from '#shared/ui/ui-provider.tsx'
import { loadCode } from '#shared/web/load-code.ts'
import { prefetchWhenIdle } from './prefetch.ts'
import { frame } from './screen.ts'
import { backOfficeScreens, plainScreens, portalScreens } from './screens.ts'
import { scrollKey } from './scroll-key.ts'
import { UnexpectedErrorPage } from './unexpected-error.page.tsx'

const backOfficeData = () => import('./back-office-data.ts').then((m) => m.backOfficeData)
const layoutReady = () => import('./layout-ready.ts').then((m) => m.layoutReady())
const portalData = () => import('./portal-data.ts').then((m) => m.portalData)
const backOffice = () => import('#screens/back-office/web/back-office.tsx').then((m) => ({ Component: m.BackOffice }))
const portal = () => import('#screens/portal/web/portal-frame.tsx').then((m) => ({ Component: m.PortalFrame }))

/**
 * Every screen of the browser app. Screens of the portal and the back office are fetched when idle, others when first
 * opened.
 */
export const routes: RouteObject[] = [
  {
    element: (
      <UiProvider>
        <RouteLinks>
          <Outlet />
        </RouteLinks>
        <NavigationNotice />
        <ScrollRestoration getKey={scrollKey} />
      </UiProvider>
    ),
    errorElement: <UnexpectedErrorPage />,
    HydrateFallback: CodeNotice,
    children: [
      {
        path: '/auth',
        lazy: async () => {
          const page = await loadCode(plainScreens['/auth'])
          prefetchWhenIdle(backOffice, backOfficeScreens['/backoffice'])
          return page
        },
      },
      {
        path: '/customer-login',
        lazy: async () => {
          const page = await loadCode(plainScreens['/customer-login'])
          prefetchWhenIdle(portal, ...Object.values(portalScreens))
          return page
        },
      },
      { path: '/nytt-losenord', lazy: () => loadCode(plainScreens['/nytt-losenord']) },
      frame({
        kind: 'customer',
        code: portal,
        screens: portalScreens,
        data: portalData,
        login: plainScreens['/customer-login'],
      }),
      {
        path: '/backoffice/invoice-bases/:id/print',
        lazy: () => loadCode(plainScreens['/backoffice/invoice-bases/:id/print']),
      },
      { path: '/backoffice/reports/:id/print', lazy: () => loadCode(plainScreens['/backoffice/reports/:id/print']) },
      frame({
        kind: 'staff',
        code: backOffice,
        screens: backOfficeScreens,
        data: backOfficeData,
        isReady: layoutReady,
        login: plainScreens['/auth'],
      }),
      { path: '*', Component: NotFoundPage },
    ],
  },
]

/** Shown only while a screen is loading, because a failed prefetch is no concern of the user. */
function NavigationNotice() {
  return useNavigation().state === 'idle' ? null : <CodeNotice />
}
