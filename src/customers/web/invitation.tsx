import { lazyPart } from '#lib/ui/lazy-part.tsx'
import { useTransitionState } from '#lib/ui/transition-state.ts'
import type { Customer } from '../customers.contract.ts'
import { recoverableInvitation } from './customer-recovery.ts'

const InviteDialog = lazyPart(() => import('./invite.dialog.tsx').then((m) => m.InviteDialog))

/** The invitation dialog: `open(customer)` shows it, `dialog` is to be rendered. */
export function useInvitation() {
  const [invited, setInvited] = useTransitionState<Customer | undefined>(recoverableInvitation())
  const dialog = invited && <InviteDialog customer={invited} onClose={() => setInvited(undefined)} />
  return { open: setInvited, dialog }
}
