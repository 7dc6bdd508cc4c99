import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { Select } from '#shared/ui/select.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { TicketPriority, type TicketRow, TicketStatus } from '../tickets.contract.ts'
import { PriorityBadge } from './priority-badge.tsx'
import { StatusBadge } from './status-badge.tsx'
import { NOBODY, priorityChoices, statusChoices, useStaff } from './ticket-choices.ts'
import { manageKey } from './ticket-recovery.ts'
import type { TicketChanges } from './tickets.api.ts'

const Values = z.object({ status: TicketStatus, priority: TicketPriority, assignee: z.string() })
type Values = z.infer<typeof Values>

type Props = {
  /** The current ticket; after a conflict the version that another user saved. */
  ticket: TicketRow
  /** The user's rejected changes after a conflict. */
  chosen?: TicketChanges | undefined
  onSave: (changes: TicketChanges) => void
  onClose: () => void
}

const valuesOf = ({ status, priority, assignee }: Pick<TicketRow, 'status' | 'priority' | 'assignee'>): Values => ({
  status,
  priority,
  assignee: assignee?.id ?? '',
})

/** Changes status, priority and assignee. */
export function ManageTicketDialog({ ticket, chosen, onSave, onClose }: Props) {
  const form = useForm<Values>({ resolver: zodResolver(Values), defaultValues: valuesOf({ ...ticket, ...chosen }) })
  useFormRecovery(form, { key: manageKey(ticket.id), subject: ticket })
  const staff = useStaff(chosen?.assignee ?? ticket.assignee)
  const { control } = form

  const save = ({ status, priority, assignee }: Values) => {
    const changes: TicketChanges = {
      ...(status !== ticket.status && { status }),
      ...(priority !== ticket.priority && { priority }),
      ...(assignee !== (ticket.assignee?.id ?? '') && { assignee: staff.personOf(assignee) }),
    }
    if (Object.keys(changes).length > 0) onSave(changes)
    onClose()
  }

  return (
    <FormDialog
      title="Hantera ticket"
      form={form}
      onSubmit={save}
      submitLabel={chosen ? 'Spara mitt val' : 'Spara'}
      onClose={onClose}
    >
      <p className="text-md">
        <span className="tabular-nums text-ink-soft">#{ticket.ticketNumber}</span>{' '}
        <span className="font-medium">{ticket.title}</span>
        <span className="block text-base text-ink-soft">{ticket.customer.name}</span>
      </p>
      {chosen && <TicketConflict ticket={ticket} />}
      <div className="grid grid-cols-2 gap-4">
        <Select control={control} name="status" label="Status" choices={statusChoices} />
        <Select control={control} name="priority" label="Prioritet" choices={priorityChoices} />
      </div>
      <Select control={control} name="assignee" label="Ansvarig" emptyLabel={NOBODY} choices={staff.choices} />
    </FormDialog>
  )
}

function TicketConflict({ ticket: { status, priority, assignee } }: { ticket: TicketRow }) {
  return (
    <section role="alert" className="rounded-md border border-accent bg-accent-soft p-4">
      <h3 className="font-semibold">Någon annan hann ändra ärendet. Så här står det nu:</h3>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <StatusBadge status={status} />
        <PriorityBadge priority={priority} />
        <span>{assignee?.fullName ?? NOBODY}</span>
      </p>
      <p className="mt-2 text-ink-soft">
        Nedanför står det du valde, och det nya där du inget ändrat. Spara ditt val, eller avbryt och behåll det som
        står.
      </p>
    </section>
  )
}
