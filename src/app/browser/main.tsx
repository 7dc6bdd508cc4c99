import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { startSession } from '#auth/web/session.api.ts'
import { applyTheme } from '#lib/ui/theme.ts'
import { painted } from '#lib/web/after-paint.ts'
import { queryClient } from '#lib/web/query-client.ts'
import { prefetchOnIntent } from './prefetch.ts'
import { routes } from './routes.tsx'

applyTheme()
startSession()
prefetchOnIntent(routes)

const place = document.getElementById('app')
if (!place) throw new Error('The shell has no #app')

const router = createBrowserRouter(routes)
const navigate = router.navigate.bind(router) as (...to: unknown[]) => Promise<void>
// What was pressed shows it before another screen is made. What goes on by itself, as after saving, is not kept waiting: a
// form that is no longer being sent would ask whether to leave it.
router.navigate = async (...to: unknown[]) => {
  if (window.event) await painted()
  return navigate(...to)
}

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
