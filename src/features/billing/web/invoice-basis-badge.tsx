import { Badge, type BadgeVariant } from '#shared/ui/badge.tsx'
import type { InvoiceBasisState, ListedInvoiceBasis } from '../invoice-bases.contract.ts'
import { invoiceBasisStateLabels } from '../invoice-bases.rules.ts'

const variants: Record<InvoiceBasisState, BadgeVariant> = {
  draft: 'outline',
  sent: 'secondary',
  approved: 'default',
  billed: 'default',
  replaced: 'outline',
  withdrawn: 'outline',
}

/** The state of an invoice basis, and what it awaits. */
export function InvoiceBasisBadge({
  basis,
}: {
  basis: Pick<ListedInvoiceBasis, 'state' | 'isOutdated' | 'isUnchecked' | 'unanswered'> & {
    sending?: object | null
    undelivered?: readonly string[]
  }
}) {
  const { state, isOutdated, isUnchecked, unanswered, sending, undelivered = [] } = basis
  const isUndelivered = state === 'sent' && undelivered.length > 0
  const isLive = state !== 'replaced' && state !== 'withdrawn'
  return (
    <span className="inline-flex gap-1">
      {isUndelivered ? (
        <Badge variant="destructive">Kom inte fram</Badge>
      ) : (
        <Badge variant={variants[state]}>{sending ? 'Skickas' : invoiceBasisStateLabels[state]}</Badge>
      )}
      {isUnchecked && <Badge variant="outline">Kontrolleras</Badge>}
      {isLive && !isUnchecked && isOutdated && <Badge variant="destructive">Inaktuellt</Badge>}
      {isLive && unanswered > 0 && <Badge variant="destructive">Fråga</Badge>}
    </span>
  )
}
