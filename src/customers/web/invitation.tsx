import { lazy, Suspense } from 'react'
import { useTransitionState } from '#lib/ui/transition-state.ts'
import type { Customer } from '../customers.contract.ts'

const InviteDialog = lazy(() => import('./invite.dialog.tsx').then((m) => ({ default: m.InviteDialog })))

/** The invitation dialog: `open(customer)` shows it, `dialog` is to be rendered. */
export function useInvitation() {
  const [invited, setInvited] = useTransitionState<Customer>()
  const dialog = invited && (
    <Suspense fallback={null}>
      <InviteDialog customer={invited} onClose={() => setInvited(undefined)} />
    </Suspense>
  )
  return { open: setInvited, dialog }
}
