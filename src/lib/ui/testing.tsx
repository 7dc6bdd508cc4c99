import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createMemoryRouter, RouterProvider } from 'react-router'

/** Renders a screen at '/', in Swedish, with a second page at '/annan' to navigate to. */
export function show(screen: ReactNode) {
  const router = createMemoryRouter([
    { path: '/', element: <I18nProvider locale="sv-SE">{screen}</I18nProvider> },
    { path: '*', element: <h1>En annan sida</h1> },
  ])
  return { router, ...render(<RouterProvider router={router} />) }
}
