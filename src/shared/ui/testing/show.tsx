import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { LeaveQuestion } from '../leave-question.tsx'
import { RouteLinks } from '../route-link.tsx'

/** Renders a screen at '/', in Swedish, and a second page at every other path. */
export function show(screen: ReactNode, another: ReactNode = <h1>En annan sida</h1>) {
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <RouteLinks>
          <I18nProvider locale="sv-SE">
            {screen}
            <LeaveQuestion />
          </I18nProvider>
        </RouteLinks>
      ),
    },
    { path: '*', element: another },
  ])
  return { router, ...render(<RouterProvider router={router} />) }
}
