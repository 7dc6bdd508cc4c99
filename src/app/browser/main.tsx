import './app.css'
import './schemas-without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { personKnown } from '#features/auth/web/me.ts'
import { startSession } from '#features/auth/web/session.ts'
import { applyTheme } from '#shared/ui/stored-theme.ts'
import { watchTab } from '#shared/web/draft-owner.ts'
import { usingFirstResponses } from '#shared/web/first-responses.ts'
import { noticingBuild } from '#shared/web/load-code.ts'
import { holdPageLock } from '#shared/web/page-lock.ts'
import { queryClient } from '#shared/web/query-client.ts'
import { allowEmptyHtml } from '#shared/web/trusted-types.ts'
import { reloadWhenOutdated } from './outdated-app.ts'
import { prefetchOnIntent } from './prefetch.ts'
import { routes } from './routes.tsx'
import { takeOver } from './take-over.ts'

allowEmptyHtml()
applyTheme()
holdPageLock()
watchTab()
startSession({ fetch: noticingBuild(usingFirstResponses((input, init) => fetch(input, init))) })
prefetchOnIntent(routes)

const page = document.getElementById('app')
if (!page) throw new Error('The shell has no #app')

const router = createBrowserRouter(routes)
reloadWhenOutdated(router)
const root = createRoot(page)
const render = () =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} useTransitions={false} />
      </QueryClientProvider>
    </StrictMode>,
  )

if (page.dataset.frame !== undefined) void personKnown(queryClient).then(() => takeOver(page, router, render))
else if (page.dataset.early !== undefined) takeOver(page, router, render)
else render()
