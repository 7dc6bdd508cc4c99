import { type ReactNode, useCallback } from 'react'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { conflictingRow } from '#shared/web/forms.ts'
import { Ticket, type TicketRow } from '../tickets.contract.ts'
import { recoverableManaged } from './ticket-recovery.ts'
import { type TicketChanges, useChangeTicket } from './tickets.api.ts'

const ManageTicketDialog = lazyPart(() => import('./manage-ticket.dialog.tsx').then((m) => m.ManageTicketDialog))

type DialogState = { ticket: TicketRow; chosen?: TicketChanges }

/**
 * Changes a ticket directly or in the dialog 'Hantera ticket'. On a conflict the dialog shows the current row beside the user's
 * changes.
 */
export function useManageTicket(): {
  /** Settles when the server has answered; shows failures itself. */
  change: (ticket: TicketRow, changes: TicketChanges) => Promise<void>
  open: (ticket: TicketRow) => void
  dialog: ReactNode
} {
  const recovered = recoverableManaged()
  const [managed, setManaged] = useTransitionState<DialogState | undefined>(recovered && { ticket: recovered })
  const { mutateAsync } = useChangeTicket()

  const change = async (ticket: TicketRow, changes: TicketChanges) => {
    try {
      await mutateAsync({ ticket, changes })
    } catch (error) {
      const current = conflictingRow(Ticket, error)
      // A wait concerns none of what the dialog shows.
      if (current && changes.onHoldSince !== undefined) return change(current, changes)
      if (current) setManaged({ ticket: current, chosen: changes })
    }
  }
  const open = useCallback((ticket: TicketRow) => setManaged({ ticket }), [setManaged])
  return {
    change,
    open,
    dialog: managed && (
      <ManageTicketDialog
        key={`${managed.ticket.id} ${managed.ticket.version}`}
        {...managed}
        onSave={(changes) => void change(managed.ticket, changes)}
        onClose={() => setManaged(undefined)}
      />
    ),
  }
}
