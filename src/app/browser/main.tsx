import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { startSession } from '#auth/web/session.api.ts'
import { applyTheme } from '#lib/ui/theme.ts'
import { queryClient } from '#lib/web/query-client.ts'
import { prefetchOnIntent } from './prefetch.ts'
import { routes } from './routes.tsx'

applyTheme()
startSession()
prefetchOnIntent(routes)

const root = document.getElementById('app')
if (!root) throw new Error('The shell has no #app')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </QueryClientProvider>
  </StrictMode>,
)
