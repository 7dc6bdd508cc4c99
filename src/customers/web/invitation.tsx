import { lazy, Suspense } from 'react'
import { useTransitionState } from '#lib/ui/transition-state.ts'
import type { Customer } from '../customers.contract.ts'

const InviteDialog = lazy(() => import('./invite.dialog.tsx').then((m) => ({ default: m.InviteDialog })))

/** Inviting a customer to the portal: `ask(customer)`, and what to render. */
export function useInvitation() {
  const [invited, setInvited] = useTransitionState<Customer>()
  const dialog = invited && (
    <Suspense fallback={null}>
      <InviteDialog customer={invited} onClose={() => setInvited(undefined)} />
    </Suspense>
  )
  return { ask: setInvited, dialog }
}
