import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import { useTransitionState } from '#lib/ui/transition-state.ts'
import { CallError } from '#lib/web/call.ts'
import { Ticket, type TicketRow } from '../tickets.contract.ts'
import { useChangeTicket, type Wanted } from './tickets.api.ts'

const ManageTicketDialog = lazy(() =>
  import('./manage-ticket.dialog.tsx').then((m) => ({ default: m.ManageTicketDialog })),
)

type Managed = { ticket: TicketRow; chosen?: Wanted }

/**
 * Changes a ticket directly or in the dialog 'Hantera ticket'. On a conflict the dialog shows the current row beside the
 * choice.
 */
export function useManageTicket(): {
  /** Settles when the server has answered; failures are shown here. */
  change: (ticket: TicketRow, wanted: Wanted) => Promise<void>
  open: (ticket: TicketRow) => void
  dialog: ReactNode
} {
  const [managed, setManaged] = useTransitionState<Managed>()
  const { mutateAsync } = useChangeTicket()

  const change = async (ticket: TicketRow, wanted: Wanted) => {
    try {
      await mutateAsync({ ticket, wanted })
    } catch (error) {
      const current =
        error instanceof CallError && error.code === 'conflict' ? Ticket.safeParse(error.current) : undefined
      if (current?.success) setManaged({ ticket: current.data, chosen: wanted })
    }
  }
  const open = useCallback((ticket: TicketRow) => setManaged({ ticket }), [setManaged])
  return {
    change,
    open,
    dialog: managed && (
      <Suspense fallback={null}>
        <ManageTicketDialog
          key={`${managed.ticket.id} ${managed.ticket.version}`}
          {...managed}
          onSave={(wanted) => void change(managed.ticket, wanted)}
          onClose={() => setManaged(undefined)}
        />
      </Suspense>
    ),
  }
}
