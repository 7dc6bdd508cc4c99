import LogOut from 'lucide-react/icons/log-out'
import { useEffect, useRef } from 'react'
import { Outlet, useLocation, useMatch, useNavigationType } from 'react-router'
import { useMe } from '#features/auth/web/me.ts'
import { RequireCustomer } from '#features/auth/web/require.tsx'
import { useSignOut } from '#features/auth/web/use-sign-out.tsx'
import { usePortalLive } from '#platform/live/web/live-events.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { isSameName } from '#shared/names.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Logo } from '#shared/ui/logo.tsx'
import { OfflineBanner } from '#shared/ui/offline-banner.tsx'
import { RouteLink } from '#shared/ui/route-link.tsx'
import { ThemeSwitch } from '#shared/ui/theme-switch.tsx'
import { NumberToCall } from './number-to-call.tsx'
import { portalKeysOf } from './portal.api.ts'

/** The layout of all portal pages, for a customer's logins only. */
export function PortalFrame() {
  return (
    <RequireCustomer>
      <PortalLayout />
    </RequireCustomer>
  )
}

const narrow = 'mx-auto w-full max-w-3xl px-4 sm:px-6'
/** Where there is a table of many columns. */
const wide = 'mx-auto w-full max-w-6xl px-4 sm:px-6'

const useWidth = () => (useMatch('/customer-portal/invoice-bases/:id') ? wide : narrow)

/** The same for a person who is known to be a customer's. */
export function PortalLayout() {
  const main = useFocusOnNewPage()
  const width = useWidth()
  const { userId } = useMe()
  const isConnected = usePortalLive({ userId, keysOf: portalKeysOf })
  return (
    <div className="is-outside flex min-h-dvh flex-col">
      <a
        href="#innehall"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-sm bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0 print:hidden"
      >
        Hoppa till innehållet
      </a>
      <Head />
      {!isConnected && <OfflineBanner />}
      <main ref={main} id="innehall" tabIndex={-1} className={`${width} wrap-anywhere flex-1 pt-8 pb-16 sm:pt-12`}>
        <Outlet />
      </main>
      <Foot />
    </div>
  )
}

function Head() {
  const width = useWidth()
  const { customer, fullName, email } = useMe()
  const { request, isSigningOut, question } = useSignOut()
  return (
    <header className="border-line border-b bg-surface print:border-0">
      <div className={`${width} flex flex-wrap items-center gap-x-5 py-2.5`}>
        <RouteLink to="/customer-portal" className="flex min-h-12 min-w-24 flex-1 basis-0 items-center rounded-sm">
          <Logo />
          <span className="sr-only">, till supportportalen</span>
        </RouteLink>
        <p className="min-w-0 text-base text-ink-soft max-sm:order-last max-sm:w-full max-sm:pb-1.5 sm:max-w-72">
          <span className="font-semibold text-ink">{customer}</span>
          {!isSameName(customer ?? '', fullName ?? email) && (
            <span className="sm:block sm:text-right sm:text-sm">
              <span className="sm:hidden"> · </span>
              {fullName ?? readableAddress(email)}
            </span>
          )}
        </p>
        {/* Aligns the button's text, not its padding, with the page's edge. */}
        <div className="-mr-4 sm:-mr-5 forced-colors:mr-0">
          <Button variant="quiet" icon={LogOut} onPress={() => void request()} isPending={isSigningOut}>
            Logga ut
          </Button>
          {question}
        </div>
      </div>
      <div className={`${width} -mt-2 pb-1`}>
        <NumberToCall />
      </div>
    </header>
  )
}

const footLink = 'rounded-sm py-2 text-ink-soft underline-offset-3 hover:text-ink hover:underline'

function Foot() {
  const width = useWidth()
  return (
    <footer className="border-line border-t print:hidden">
      <div className={`${width} flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-5 text-base`}>
        <p className="flex flex-wrap gap-x-6">
          <RouteLink to="/customer-portal/account" className={footLink}>
            Mitt konto
          </RouteLink>
          {/* The public site is not part of the browser app, so the link loads a whole page. */}
          <a href="/" className={footLink}>
            Till webbplatsen
          </a>
        </p>
        <ThemeSwitch />
      </div>
    </footer>
  )
}

/** Moves focus to the main content on each navigation, the sign-out included. */
function useFocusOnNewPage() {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const isPageLoad = useNavigationType() === 'POP'
  const previousPath = useRef(isPageLoad ? pathname : undefined)
  useEffect(() => {
    if (previousPath.current === pathname) return
    previousPath.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
