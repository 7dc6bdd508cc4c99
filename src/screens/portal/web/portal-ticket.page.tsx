import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { AttachedFiles } from '#features/files/web/attached-files.tsx'
import { momentText } from '#features/tickets/answer-moment.rules.ts'
import { TICKET_NOT_FOUND } from '#features/tickets/tickets.contract.ts'
import { FoldedText } from '#shared/ui/folded-text.tsx'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { UrgentNotice } from '#shared/ui/urgent-notice.tsx'
import { CallError, isNotFound } from '#shared/web/call.ts'
import { messageOf } from '#shared/web/forms.ts'
import { useMinute } from '#shared/web/minute.ts'
import { useRowId } from '#shared/web/url.ts'
import type { PortalTicketPage as PortalTicket } from '../portal.contract.ts'
import { CommentComposer } from './comment-composer.tsx'
import { Conversation } from './conversation.tsx'
import { useUrgentAdvice } from './number-to-call.tsx'
import { portalThreadQuery, portalTicketQuery } from './portal.api.ts'
import { PortalVisits } from './portal-visits.tsx'
import { RelativeDayTime } from './relative-time.tsx'
import { TicketBadges } from './ticket-badges.tsx'

const back = { to: '/customer-portal', label: 'Tillbaka' }

export function PortalTicketPage() {
  const id = useRowId()
  const { data: ticket, error } = useQuery(portalTicketQuery(id))
  // The login no longer sees it.
  const isGone = isNotFound(error)
  useReturnOnFailure(ticket && !isGone ? null : error)
  if (ticket && !isGone) return <TicketOrSurvivor key={id} ticket={ticket} />
  return (
    <Page title="Ticket" back={back} width="narrow">
      <div aria-busy="true">
        <span className="sr-only">Laddar ticket …</span>
        <Skeleton className="h-60" />
      </div>
    </Page>
  )
}

/** Shows a toast and returns to the list when the ticket cannot be loaded; a 401 leads to the sign-in instead. */
function useReturnOnFailure(error: Error | null) {
  const navigate = useNavigate()
  const hasNotified = useRef(false)
  useEffect(() => {
    if (hasNotified.current || !error || (error instanceof CallError && error.status === 401)) return
    hasNotified.current = true
    const text = isNotFound(error) ? 'Ärendet finns inte, eller så hör det inte till dig.' : messageOf(error)
    showToast({ title: TICKET_NOT_FOUND, text, tone: 'error', outlivesPage: true })
    void navigate(back.to, { replace: true })
  }, [error, navigate])
}

/** The address of a merged ticket leads to the survivor, unless the ticket was merged while it was open. */
function TicketOrSurvivor({ ticket }: { ticket: PortalTicket }) {
  const [wasMerged] = useState(ticket.waitsFor === 'merged')
  const { hash } = useLocation()
  if (wasMerged && ticket.mergedInto) return <Navigate to={pathOf(ticket.mergedInto) + hash} replace />
  return <LoadedTicket ticket={ticket} />
}

const pathOf = ({ id }: { id: string }) => `/customer-portal/tickets/${id}`

function LoadedTicket({ ticket }: { ticket: PortalTicket }) {
  const { id, title, description, folded, ticketNumber, status, waitsFor } = ticket
  const thread = useQuery(portalThreadQuery(id))
  const navigate = useNavigate()
  const survivor = ticket.mergedInto
  const isMerged = waitsFor === 'merged'
  return (
    <Page title={title} tabTitle={`#${ticketNumber} ${title}`} back={back} width="narrow">
      <section
        aria-label="Ärendet"
        className="grid grid-cols-1 gap-5 rounded-lg border border-line bg-surface p-5 shadow-low sm:p-6"
      >
        <TicketBadges ticket={ticket} />
        <Answer ticket={ticket} />
        {ticket.visits.length > 0 && <PortalVisits visits={ticket.visits} />}
        <p dir="auto" className="whitespace-pre-wrap text-md">
          {description}
        </p>
        {folded !== null && <FoldedText text={folded} />}
        <AttachedFiles files={ticket.files} />
        <Details ticket={ticket} />
      </section>
      <section aria-labelledby="kommentarer" className="grid grid-cols-1 gap-5 pt-2">
        <h2 id="kommentarer" className="font-semibold text-lg tracking-tight">
          Kommentarer
        </h2>
        {thread.data ? (
          <Conversation entries={thread.data} />
        ) : thread.error ? (
          <QueryError title="Kunde inte ladda kommentarer" query={thread} />
        ) : (
          <div aria-busy="true">
            <Skeleton className="h-24" />
          </div>
        )}
        {isMerged && <Merged survivor={survivor} />}
        <CommentComposer
          ticketId={id}
          status={isMerged ? undefined : status}
          onSent={survivor ? () => void navigate(pathOf(survivor)) : undefined}
        />
      </section>
    </Page>
  )
}

const Details = ({ ticket: { ticketNumber, createdAt, assignee } }: { ticket: PortalTicket }) => (
  <dl className="flex flex-wrap gap-x-10 gap-y-3 border-line border-t pt-4 text-base">
    <Detail label="Nummer">#{ticketNumber}</Detail>
    <Detail label="Skapad">
      <RelativeDayTime at={createdAt} />
    </Detail>
    {assignee && <Detail label="Ansvarig hos oss">{assignee}</Detail>}
  </dl>
)

/** When the answer comes, or whom to call while an urgent ticket waits for one. */
function Answer({ ticket: { priority, waitsFor, answerBy } }: { ticket: PortalTicket }) {
  const now = useMinute()
  if (priority === 'urgent') return waitsFor === 'us' ? <Call /> : null
  if (answerBy === null || new Date(answerBy) <= now) return null
  return <p className="text-balance text-base tabular-nums">{momentText(answerBy)}</p>
}

function Call() {
  const advice = useUrgentAdvice()
  return advice && <UrgentNotice {...advice} />
}

const Merged = ({ survivor }: { survivor: PortalTicket['mergedInto'] }) => (
  <section
    aria-label="Hopslaget ärende"
    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-accent bg-accent-soft px-4 py-3 text-accent-ink"
  >
    <p role="status">
      {survivor
        ? `Vi har slagit ihop ärendet med #${survivor.ticketNumber}. Svaren kommer där.`
        : 'Vi har slagit ihop ärendet med ett annat hos er. Skriv här som vanligt, så läser vi det.'}
    </p>
    {survivor && <LinkButton to={pathOf(survivor)}>Öppna #{survivor.ticketNumber}</LinkButton>}
  </section>
)

function Detail({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  )
}
