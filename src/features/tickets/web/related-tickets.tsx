import Unlink from 'lucide-react/icons/x'
import { Button } from '#shared/ui/button.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { Link } from '#shared/ui/link.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import type { MergedTicket, RelatedTicket } from '../merged-tickets.contract.ts'
import type { Ticket, TicketScreen } from '../tickets.contract.ts'
import { Fact } from './fact.tsx'
import { useUnrelate } from './merging.api.ts'
import { useSeparate } from './separate.ts'
import { TICKET_LIST } from './ticket-filters.tsx'
import { mergeKey, relateKey } from './ticket-recovery.ts'

const MergeDialog = lazyPart(() => import('./merge.dialog.tsx').then((m) => m.MergeDialog))
const RelateDialog = lazyPart(() => import('./relate.dialog.tsx').then((m) => m.RelateDialog))

/** The tickets that are merged into this one, those that staff have related to it, and the dialogs that add to them. */
export function RelatedTickets({ ticket, merged, related }: Pick<TicketScreen, 'ticket' | 'merged' | 'related'>) {
  const hasNone = merged.length + related.length === 0
  return (
    <Fact label="Hör ihop med" isWide>
      {hasNone && <span className="hidden print:inline">Inget ärende</span>}
      {!hasNone && (
        <ul className="mb-1 grid gap-1.5">
          {merged.map((one) => (
            <Merged key={one.id} {...one} />
          ))}
          {related.map((one) => (
            <Related key={one.id} of={ticket} related={one} />
          ))}
        </ul>
      )}
      <Buttons ticket={ticket} />
    </Fact>
  )
}

function Buttons({ ticket }: { ticket: Ticket }) {
  const [isRelating, setRelating] = useTransitionState(hasFormSnapshot(relateKey(ticket.id)))
  const [isMerging, setMerging] = useTransitionState(hasFormSnapshot(mergeKey(ticket.id)))
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button size="sm" variant="quiet" accessibleName="Koppla ett ärende" onPress={() => setRelating(true)}>
        Koppla
      </Button>
      {!ticket.mergedInto && (
        <Button size="sm" variant="quiet" accessibleName="Slå ihop ärenden" onPress={() => setMerging(true)}>
          Slå ihop
        </Button>
      )}
      {isRelating && <RelateDialog ticketId={ticket.id} onClose={() => setRelating(false)} />}
      {isMerging && <MergeDialog ticket={ticket} onClose={() => setMerging(false)} />}
    </div>
  )
}

function Merged(merged: MergedTicket) {
  const { separate, isSeparating } = useSeparate()
  return (
    <li>
      <Link to={`${TICKET_LIST}/${merged.id}`} isQuiet>
        #{merged.ticketNumber} {merged.title}
      </Link>
      <span className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
        Hopslaget
        <Button
          size="sm"
          variant="quiet"
          accessibleName={`Dela upp igen #${merged.ticketNumber}`}
          isPending={isSeparating}
          onPress={() => separate(merged)}
        >
          Dela upp igen
        </Button>
      </span>
    </li>
  )
}

function Related({ of, related }: { of: Ticket; related: RelatedTicket }) {
  const { mutateAsync: unrelate } = useUnrelate()
  const remove = () =>
    void attempt('Kunde inte ta bort kopplingen', () => unrelate({ id: of.id, relatedId: related.id }))
  const isElsewhere = related.customer !== of.customer.name
  const details = [isElsewhere && related.customer, related.isDone && 'Klart'].filter(Boolean).join(' · ')
  return (
    <li className="flex items-start gap-1">
      <span className="min-w-0 flex-1">
        <Link to={`${TICKET_LIST}/${related.id}`} isQuiet>
          #{related.ticketNumber} {related.title}
        </Link>
        {details && <span className="block text-sm text-ink-soft">{details}</span>}
      </span>
      <IconButton
        icon={Unlink}
        label={`Ta bort kopplingen till #${related.ticketNumber}`}
        tooltip="Ta bort kopplingen"
        onPress={remove}
      />
    </li>
  )
}
