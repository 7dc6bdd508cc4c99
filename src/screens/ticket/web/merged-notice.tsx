import type { Survivor } from '#features/tickets/merged-tickets.contract.ts'
import type { TicketRow } from '#features/tickets/tickets.contract.ts'
import { useSeparate } from '#features/tickets/web/separate.ts'
import { TICKET_LIST } from '#features/tickets/web/ticket-filters.tsx'
import { isBlank } from '#shared/text.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { useLeftDraft } from './left-drafts.tsx'

type Props = { ticket: TicketRow; survivor: NonNullable<Survivor> }

/** Instead of the composer of a merged ticket: leads to the survivor, and separates the two. */
export function MergedNotice({ ticket, survivor }: Props) {
  const { separate, isSeparating } = useSeparate()
  const { draft } = useLeftDraft(ticket.id)
  const number = `#${survivor.ticketNumber}`
  return (
    <section
      aria-label="Hopslaget ärende"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-accent bg-accent-soft px-4 py-3 text-accent-ink"
    >
      <p role="status">Ärendet är hopslaget med {number}. Svar och ändringar görs där.</p>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button isPending={isSeparating} onPress={() => separate(ticket)}>
          Dela upp igen
        </Button>
        <LinkButton to={`${TICKET_LIST}/${survivor.id}`} variant="primary">
          Öppna {number}
        </LinkButton>
      </div>
      {!isBlank(draft.comment) && (
        <p className="w-full whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
          <span className="block font-semibold">
            Ditt utkast i #{ticket.ticketNumber}. Du fortsätter på det i {number}.
          </span>
          {draft.comment}
        </p>
      )}
    </section>
  )
}
