import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { Page } from '#lib/ui/page.tsx'

/** Shown for unknown paths inside the app; the server answers all others with its own 404 page. */
export function NotFoundPage() {
  const { pathname } = useLocation()
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification asks for it (Routes, the 404 page)
    console.error('404: sidan finns inte', pathname)
  }, [pathname])
  return (
    <main className="mx-auto max-w-2xl px-5 py-20">
      <Page title="Oops! Page not found" lead="Adressen leder ingenstans. Kanske har sidan flyttat.">
        <a href="/" className="font-semibold text-pine underline underline-offset-4">
          Till startsidan
        </a>
      </Page>
    </main>
  )
}
