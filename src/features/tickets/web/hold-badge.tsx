import { Badge } from '#shared/ui/badge.tsx'
import { ON_HOLD } from '../hold.rules.ts'
import type { TicketRow } from '../tickets.contract.ts'

/** Beside the status of a ticket that waits for its customer. */
export const HoldBadge = ({ ticket: { onHoldSince } }: { ticket: Pick<TicketRow, 'onHoldSince'> }) =>
  onHoldSince && <Badge variant="outline">{ON_HOLD}</Badge>
