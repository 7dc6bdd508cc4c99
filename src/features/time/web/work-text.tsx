import type { LucideIcon } from 'lucide-react'
import MapPin from 'lucide-react/icons/map-pin'
import { Notes } from '#shared/ui/notes.tsx'
import type { TimeEntry } from '../time.contract.ts'
import { type TimeKind, workKindMark } from '../work-kinds.rules.ts'
import { TicketLink } from './ticket-link.tsx'
import { UnbilledMark } from './unbilled-mark.tsx'

const kindIcons: Record<TimeKind, LucideIcon | undefined> = { remote: undefined, onsite: MapPin }

type Props = Pick<TimeEntry, 'description' | 'ticket' | 'kind' | 'isRut' | 'unbilledReason'>

/** The description, with its ticket and a mark for another kind than the usual one, RUT work or work that is not billed. */
export function WorkText({ description, ticket, kind, isRut, unbilledReason }: Props) {
  const mark = workKindMark(kind)
  const Icon = kindIcons[kind]
  if (!ticket && !mark && unbilledReason === null) return <Notes text={description} hasTwoLines />
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      {ticket && <TicketLink {...ticket} />}
      {mark && (
        <span title={mark} className="mt-0.5 shrink-0 self-start text-ink-soft">
          {Icon && <Icon aria-hidden="true" className="size-4" />}
          <span className="sr-only">{mark}</span>
        </span>
      )}
      {isRut && <span className="shrink-0 text-sm text-ink-soft">RUT</span>}
      <UnbilledMark reason={unbilledReason} />
      {description && (
        <span className="min-w-0">
          <Notes text={description} hasTwoLines />
        </span>
      )}
    </span>
  )
}
