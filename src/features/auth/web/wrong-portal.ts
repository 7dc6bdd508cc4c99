import { showToast } from '#shared/ui/toast.tsx'
import type { Me } from '../auth.contract.ts'
import { signOutLocally } from './session.ts'

/** The back office and the customer portal. */
export type Portal = 'staff' | 'customer'

/** Shows a toast that the login cannot use this portal. A login that is neither staff nor a customer is signed out. */
export async function handleWrongPortal({ kind }: Me, portal: Portal) {
  // A portal user in the back office is redirected to the portal without a toast.
  if (kind === 'customer') return
  showToast({ tone: 'error', title: 'Ej behörig', text: wrongPortalText(portal), outlivesPage: true })
  if (kind === 'none') await signOutLocally()
}

export const wrongPortalText = (portal: Portal) => (portal === 'customer' ? NOT_A_CUSTOMER : NO_ORGANIZATION)

const NOT_A_CUSTOMER = 'Du har inte tillgång till kundportalen'
const NO_ORGANIZATION = 'Ditt konto är inte kopplat till någon kund. Hör av dig till oss.'
