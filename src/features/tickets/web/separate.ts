import { attempt } from '#shared/ui/failure-toast.ts'
import { showToast } from '#shared/ui/toast.tsx'
import type { TicketRow } from '../tickets.contract.ts'
import { useMerge } from './merging.api.ts'

type Named = Pick<TicketRow, 'id' | 'ticketNumber' | 'version'>

/**
 * Separates a merged ticket again, and says that tickets were merged with a way to undo that; `open` shows the survivor, on the
 * screen of another ticket.
 */
export function useSeparate() {
  const { mutateAsync: merge, isPending } = useMerge()
  const separate = ({ id, ticketNumber, version }: Named) =>
    void attempt(
      'Kunde inte dela upp ärendena',
      () => merge({ id, into: null, copies: [], version }),
      `#${ticketNumber} är ett eget ärende igen`,
    )
  const tellMerged = (merged: Named, survivor: Pick<TicketRow, 'ticketNumber'>, open?: () => void) =>
    showToast({
      title: `#${merged.ticketNumber} ligger nu i #${survivor.ticketNumber}`,
      tone: 'success',
      action: { label: 'Ångra', onPress: () => separate(merged) },
      alternative: open && { label: `Öppna #${survivor.ticketNumber}`, onPress: open },
    })
  return { separate, isSeparating: isPending, tellMerged }
}
