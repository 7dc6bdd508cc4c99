import House from 'lucide-react/icons/house'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { LinkButton } from './link-button.tsx'
import { Page } from './page.tsx'

/** The content of the 404 page. `home` is the start page of the current part of the product. */
export function NotFound({ home }: { home?: { to: string; label: string } }) {
  const { pathname } = useLocation()
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: required by the specification (Routes, the 404 page)
    console.error('404: sidan finns inte', pathname)
  }, [pathname])
  return (
    <Page title="Oops! Page not found" lead="Adressen leder ingenstans. Kanske har sidan flyttat.">
      <p className="flex flex-wrap items-center gap-4">
        {home && (
          <LinkButton to={home.to} icon={House}>
            {home.label}
          </LinkButton>
        )}
        <a href="/" className="font-semibold text-primary underline underline-offset-4">
          Till startsidan
        </a>
      </p>
    </Page>
  )
}

/** The 404 page without a frame around it. */
export const NotFoundPage = () => (
  <main className="mx-auto max-w-2xl px-5 py-20">
    <NotFound />
  </main>
)
