import { showToast } from '#lib/ui/toast.tsx'
import type { Me } from '../auth.contract.ts'
import { forget } from './session.ts'

/** The back office and the customer portal. */
export type Place = 'staff' | 'customer'

/** Toasts why the login cannot use this portal. A login that is neither staff nor a customer is signed out. */
export async function handleWrongPortal({ kind }: Me, place: Place) {
  // A portal user at the back office just goes to the portal.
  if (kind === 'customer') return
  showToast({ tone: 'error', title: 'Ej behörig', text: place === 'customer' ? NO_PORTAL : NOWHERE })
  if (kind === 'none') await forget()
}

const NO_PORTAL = 'Du har inte tillgång till kundportalen'
const NOWHERE = 'Ditt konto är inte kopplat till något företag. Be en administratör om hjälp.'
