// The sign-in pages as HTML, written by the build, so that they can be read and typed in before the app's code has
// loaded.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { CustomerLoginPage } from '#features/auth/web/customer-login.page.tsx'
import { StaffLoginPage } from '#features/auth/web/staff-login.page.tsx'
import { queryClient } from '#shared/web/query-client.ts'

const pages: Record<string, ComponentType> = { '/auth': StaffLoginPage, '/customer-login': CustomerLoginPage }

/** The content of #app by path, which `takeOver` replaces. */
export const earlyPages = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pages).map(([path, Page]) => [
      path,
      renderToStaticMarkup(
        <QueryClientProvider client={queryClient}>
          <StaticRouter location={path}>
            <Page />
          </StaticRouter>
        </QueryClientProvider>,
      ),
    ]),
  )
