import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ErrorState } from '#lib/ui/error-state.tsx'
import type { Me } from '../auth.contract.ts'
import { MeContext, useMeQuery } from './me.ts'
import { useSession } from './session.ts'
import { isSigningOut } from './sign-out.ts'
import { handleWrongPortal, type Place } from './wrong-portal.ts'

type Props = { children: ReactNode | ((me: Me) => ReactNode) }

/** Shows a back-office screen to staff and redirects everybody else. */
export const RequireStaff = ({ children }: Props) => (
  <Require kind="staff" login="/auth">
    {children}
  </Require>
)

/** Shows a portal screen to a customer's login and redirects everybody else. */
export const RequireCustomer = ({ children }: Props) => (
  <Require kind="customer" login="/customer-login">
    {children}
  </Require>
)

function Require({ kind, login, children }: Props & { kind: Place; login: string }) {
  const session = useSession()
  const { data: me, error, refetch, isRefetching } = useMeQuery()
  const { pathname, search } = useLocation()
  if (session.status === 'loading' || isSigningOut()) return null
  if (session.status === 'out')
    return <Navigate to={`${login}?next=${encodeURIComponent(pathname + search)}`} replace />
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
  if (me.mustChangePassword) return <Navigate to="/nytt-losenord" replace />
  if (me.kind !== kind) return <Misplaced me={me} place={kind} />
  return <MeContext value={me}>{typeof children === 'function' ? children(me) : children}</MeContext>
}

/** A customer is taken to the portal, staff are told and taken to the back office, a login with neither is signed out. */
function Misplaced({ me, place }: { me: Me; place: Place }) {
  useEffect(() => void handleWrongPortal(me, place), [me, place])
  if (me.kind === 'customer') return <Navigate to="/customer-portal" replace />
  if (me.kind === 'staff') return <Navigate to="/backoffice" replace />
  return null
}
