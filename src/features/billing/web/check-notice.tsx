import { hasChangedRows } from '../difference.rules.ts'
import { type InvoiceBasis, isUnbilled } from '../invoice-bases.contract.ts'
import { DifferenceList } from './difference-list.tsx'

/** That a basis is being checked, or what the check found and what to do. */
export function CheckNotice({ basis }: { basis: InvoiceBasis }) {
  const { state, isUnchecked, isOutdated, difference } = basis
  const isOpen = isUnbilled(state)
  if (!isOpen || !(isUnchecked || isOutdated)) return null
  return (
    <section className="grid gap-3">
      <p role="status" className="rounded-md border border-accent bg-accent-soft p-3">
        {isUnchecked ? 'Något har ändrats. Underlaget räknas om och jämförs.' : foundText(basis)}
      </p>
      {!isUnchecked && difference && <DifferenceList difference={difference} />}
    </section>
  )
}

function foundText({ state, difference, isBilledElsewhere }: InvoiceBasis) {
  if (state === 'approved' && isBilledElsewhere)
    return 'En av perioderna har fakturerats på ett annat underlag sedan kunden godkände, så det godkända kan inte behållas. Skapa ett nytt underlag.'
  if (state === 'approved')
    return 'Priser har ändrats sedan kunden godkände. Behåll det godkända, eller skapa ett nytt underlag.'
  if (difference && !hasChangedRows(difference))
    return 'Priser har ändrats sedan underlaget gjordes. Skapa ett nytt underlag.'
  return 'Rader har ändrats sedan underlaget gjordes. Skapa ett nytt underlag; ett godkännande gäller inte längre.'
}
