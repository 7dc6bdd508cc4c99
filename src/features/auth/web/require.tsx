import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { logoOf } from '#features/company/brand.rules.ts'
import { CompanyProvider } from '#shared/ui/company-name.ts'
import { ErrorState } from '#shared/ui/error-state.tsx'
import type { Me } from '../auth.contract.ts'
import { isAskedForFactor, MeContext, useMeQuery } from './me.ts'
import { ProofHost } from './proof-host.tsx'
import { useSession } from './session.ts'
import { rememberPortal } from './session-key.ts'
import { isSigningOut } from './sign-out.ts'
import { handleWrongPortal, type Portal } from './wrong-portal.ts'

type Props = { children: ReactNode | ((me: Me) => ReactNode) }
type StaffProps = Props & {
  /** Shown instead of the login to a visitor who is not signed in. */
  signedOut?: ReactNode
}

/** Renders a back-office screen for staff and redirects everybody else. */
export const RequireStaff = ({ children, signedOut }: StaffProps) => (
  <Require kind="staff" login="/auth" signedOut={signedOut}>
    {children}
  </Require>
)

/** Renders a portal screen for a customer's login and redirects everybody else. */
export const RequireCustomer = ({ children }: Props) => (
  <Require kind="customer" login="/customer-login">
    {children}
  </Require>
)

function Require({ kind, login, children, signedOut }: StaffProps & { kind: Portal; login: string }) {
  const session = useSession()
  const { data: me, error, refetch, isRefetching } = useMeQuery()
  const { pathname, search } = useLocation()
  if (session.status === 'loading' || isSigningOut()) return null
  const toLogin = <Navigate to={`${login}?next=${encodeURIComponent(pathname + search)}`} replace />
  if (session.status === 'out') return signedOut || toLogin
  if (!me && error)
    return (
      <ErrorState
        title="Kunde inte hämta data"
        text={error.message}
        onRetry={() => void refetch()}
        isRetrying={isRefetching}
      />
    )
  if (!me) return null
  if (isAskedForFactor(me)) return toLogin
  if (me.mustChangePassword) return <Navigate to="/nytt-losenord" replace />
  if (me.kind !== kind) return <WrongPortal me={me} portal={kind} />
  return (
    <SignedIn me={me}>
      <RememberPortal portal={kind} />
      {typeof children === 'function' ? children(me) : children}
      <ProofHost />
    </SignedIn>
  )
}

/** What the screens of a signed-in person read of the person. */
export const SignedIn = ({ me, children }: { me: Me; children: ReactNode }) => (
  <MeContext value={me}>
    <CompanyProvider value={companyOf(me)}>{children}</CompanyProvider>
  </MeContext>
)

function RememberPortal({ portal }: { portal: Portal }) {
  useEffect(() => rememberPortal(portal), [portal])
  return null
}

const companyOf = ({ organization, logo }: Me) =>
  organization === null ? undefined : { name: organization, ...logoOf(logo) }

/** Redirects a customer to the portal and, with a toast, staff to the back office; signs out a login with neither. */
function WrongPortal({ me, portal }: { me: Me; portal: Portal }) {
  useEffect(() => void handleWrongPortal(me, portal), [me, portal])
  if (me.kind === 'customer') return <Navigate to="/customer-portal" replace />
  if (me.kind === 'staff') return <Navigate to="/backoffice" replace />
  return null
}
