import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import { useLaterState } from '#lib/ui/later-state.ts'
import { CallError } from '#lib/web/call.ts'
import { Ticket, type TicketRow } from '../tickets.contract.ts'
import { useChangeTicket, type Wanted } from './tickets.api.ts'

const ManageTicketDialog = lazy(() =>
  import('./manage-ticket.dialog.tsx').then((m) => ({ default: m.ManageTicketDialog })),
)

type Managed = { ticket: TicketRow; chosen?: Wanted }

/**
 * Changes a ticket at once or by the dialog 'Hantera ticket'. When somebody else was first, the dialog shows what stands now
 * beside what was chosen.
 */
export function useManageTicket(): {
  change: (ticket: TicketRow, wanted: Wanted) => void
  open: (ticket: TicketRow) => void
  dialog: ReactNode
} {
  const [managed, setManaged] = useLaterState<Managed>()
  const { mutateAsync } = useChangeTicket()

  const change = (ticket: TicketRow, wanted: Wanted) => {
    mutateAsync({ ticket, wanted }).catch((error: unknown) => {
      const standing =
        error instanceof CallError && error.code === 'conflict' ? Ticket.safeParse(error.current) : undefined
      if (standing?.success) setManaged({ ticket: standing.data, chosen: wanted })
    })
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
          onSave={(wanted) => change(managed.ticket, wanted)}
          onClose={() => setManaged(undefined)}
        />
      </Suspense>
    ),
  }
}
