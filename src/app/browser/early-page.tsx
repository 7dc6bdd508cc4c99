// HTML that the build writes and the app replaces when its code is loaded: the sign-in pages, which can be read and typed
// in before, and the layout of the back office.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { CustomerLoginPage } from '#features/auth/web/customer-login.page.tsx'
import { StaffLoginPage } from '#features/auth/web/staff-login.page.tsx'
import { ACCOUNT, menuItems } from '#screens/back-office/web/menu-items.ts'
import { Shell } from '#shared/ui/shell.tsx'
import { queryClient } from '#shared/web/query-client.ts'

const pages: Record<string, ComponentType> = { '/auth': StaffLoginPage, '/customer-login': CustomerLoginPage }

/** The content of #app by path, which `takeOver` replaces. */
export type EarlyPages = {
  pages: Record<string, string>
  /** Shown to a person who has a session, and inert; '' until the server has drawn the screen. */
  frames: Record<string, string>
}

export const earlyPages = (backOfficePaths: string[], portalPaths: string[]): EarlyPages => ({
  pages: Object.fromEntries(Object.entries(pages).map(([path, Page]) => [path, markup(path, <Page />)])),
  frames: {
    ...Object.fromEntries(backOfficePaths.map((path) => [path, markup(path, <EmptyLayout />)])),
    ...Object.fromEntries(portalPaths.map((path) => [path, ''])),
  },
})

const markup = (path: string, page: ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location={path}>{page}</StaticRouter>
    </QueryClientProvider>,
  )

const NO_BREAK_SPACE = '\u00a0'

/** The person's name and the clock keep their places. */
const EmptyLayout = () => (
  <Shell
    items={menuItems}
    user={{ name: NO_BREAK_SPACE, role: NO_BREAK_SPACE, account: ACCOUNT }}
    onLogout={() => undefined}
    tool={() => NO_BREAK_SPACE}
  >
    {null}
  </Shell>
)
