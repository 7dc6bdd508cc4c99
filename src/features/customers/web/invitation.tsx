import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import type { Contact } from '../contacts.contract.ts'
import type { Customer } from '../customers.contract.ts'
import { type Invited, recoverableInvitation } from './customer-recovery.ts'

const InviteDialog = lazyPart(() => import('./invite.dialog.tsx').then((m) => m.InviteDialog))

/** The invitation dialog: `open(customer)` shows it, optionally for one of its contacts; render `dialog`. */
export function useInvitation() {
  const [invited, setInvited] = useTransitionState<Invited | undefined>(recoverableInvitation())
  const dialog = invited && <InviteDialog {...invited} onClose={() => setInvited(undefined)} />
  const open = (customer: Customer, contact?: Contact) => setInvited({ customer, contact })
  return { open, dialog }
}
