import { useMe } from '#features/auth/web/me.ts'
import { priorityBadges, statusBadges } from '#features/tickets/badges.rules.ts'
import { type Ticket, TicketPriority, type TicketRow, TicketStatus } from '#features/tickets/tickets.contract.ts'
import { NOBODY, priorityChoices, statusChoices, useStaff } from '#features/tickets/web/ticket-choices.ts'
import type { TicketChanges } from '#features/tickets/web/tickets.api.ts'
import { BadgeSelect } from '#shared/ui/badge-select.tsx'
import { usePaletteActs } from '#shared/web/palette-acts.ts'
import { useShortcut } from '#shared/web/shortcut.ts'
import { TicketHold } from './ticket-hold.tsx'

type Props = {
  ticket: Ticket | TicketRow
  onChange: (changes: TicketChanges) => Promise<void>
}

/** Status, priority and assignee beside the title: badges that can be changed. */
export function TicketMarks({ ticket, onChange }: Props) {
  const { status, priority, assignee } = ticket
  const staff = useStaff(assignee)
  const { userId } = useMe()
  const me = staff.personOf(userId)
  const take = me && assignee?.id !== userId ? () => void onChange({ assignee: me }) : undefined
  useShortcut('t', take)
  usePaletteActs([take !== undefined && { label: 'Ta ärendet', shortcut: 't', target: take }])
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      <BadgeSelect
        shortcut="s"
        label="Status"
        value={status}
        choices={statusChoices}
        lookOf={(value) => ({ variant: statusBadges[TicketStatus.parse(value)] })}
        onSave={(value) => onChange({ status: TicketStatus.parse(value) })}
      />
      <TicketHold ticket={ticket} onChange={onChange} />
      <BadgeSelect
        label="Prioritet"
        value={priority}
        choices={priorityChoices}
        lookOf={(value) => priorityBadges[TicketPriority.parse(value)]}
        onSave={(value) => onChange({ priority: TicketPriority.parse(value) })}
      />
      <BadgeSelect
        label="Ansvarig"
        value={assignee?.id ?? ''}
        choices={staff.choices}
        emptyLabel={NOBODY}
        lookOf={() => ({ variant: 'outline' })}
        onSave={(value) => onChange({ assignee: staff.personOf(value) })}
      />
    </span>
  )
}
