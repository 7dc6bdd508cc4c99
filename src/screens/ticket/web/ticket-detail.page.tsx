import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useMe } from '#features/auth/web/me.ts'
import { ShowMail } from '#features/inbox/web/show-mail.tsx'
import {
  isDone,
  TICKET_NOT_FOUND,
  type Ticket,
  type TicketRow,
  type TicketScreen,
} from '#features/tickets/tickets.contract.ts'
import { useManageTicket } from '#features/tickets/web/manage-ticket.tsx'
import { MessageCard } from '#features/tickets/web/message-card.tsx'
import { TicketStatusBadge } from '#features/tickets/web/status-badge.tsx'
import { TICKET_LIST } from '#features/tickets/web/ticket-filters.tsx'
import {
  findListedTicket,
  type TicketChanges,
  ticketPresence,
  ticketScreenQuery,
} from '#features/tickets/web/tickets.api.ts'
import { Viewers } from '#features/tickets/web/viewers.tsx'
import { TakeAlarm } from '#screens/on-call/web/take-alarm.tsx'
import { useAlarm } from '#screens/on-call/web/use-on-call.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { Page } from '#shared/ui/page.tsx'
import { besideFacts, ConversationSkeleton } from '#shared/ui/side-facts.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { CallError, isNotFound } from '#shared/web/call.ts'
import { useLeaveRow } from '#shared/web/left-row.ts'
import { useMissingRow } from '#shared/web/recent-rows.ts'
import { useListUrl, useRowId } from '#shared/web/url.ts'
import { Composer } from './composer.tsx'
import { MergedNotice } from './merged-notice.tsx'
import { useSearchKey } from './search-key.ts'
import { Thread } from './thread.tsx'
import { TicketFacts } from './ticket-facts.tsx'
import { LongHold } from './ticket-hold.tsx'
import { useTicketInPalette } from './ticket-in-palette.ts'
import { TicketMarks } from './ticket-marks.tsx'
import { BesideTickets } from './ticket-side-list.tsx'

/** A ticket with its conversation and its facts; on wide screens in columns beside the list. */
export function TicketPage() {
  const id = useRowId()
  useLeaveRow(`${TICKET_LIST}/${id}`)
  useSearchKey()
  return (
    <BesideTickets currentId={id}>
      <OpenTicket id={id} />
    </BesideTickets>
  )
}

function OpenTicket({ id }: { id: string }) {
  const { data: screen, error } = useQuery(ticketScreenQuery(id))
  const client = useQueryClient()
  const list = useListUrl(TICKET_LIST)
  const navigate = useNavigate()
  // A 401 is not a failure: the user signs in and returns here.
  const hasFailed = !screen && error !== null && !(error instanceof CallError && error.status === 401)
  const hasNotified = useRef(false)
  useEffect(() => {
    if (!hasFailed || hasNotified.current) return
    hasNotified.current = true
    showToast({ title: 'Fel', text: TICKET_NOT_FOUND, tone: 'error', outlivesPage: true })
    void navigate(list, { replace: true })
  }, [hasFailed, list, navigate])
  useMissingRow(useMe().userId, id, isNotFound(error))
  const back = { to: list, label: 'Tillbaka till listan' }
  const ticket = screen?.ticket ?? findListedTicket(client, id)
  if (ticket) return <LoadedTicket key={id} ticket={ticket} screen={screen} back={back} />
  return (
    <Page title="Ärende" back={back}>
      <ConversationSkeleton />
    </Page>
  )
}

type LoadedProps = {
  /** The row from a list until the whole ticket has loaded. */
  ticket: Ticket | TicketRow
  screen: TicketScreen | undefined
  back: { to: string; label: string }
}

function LoadedTicket({ ticket, screen, back }: LoadedProps) {
  const { id, ticketNumber, title, status, customer, mergedInto } = ticket
  const manage = useManageTicket()
  const alarm = useAlarm(id)
  const change = (changes: TicketChanges) => manage.change(ticket, changes)
  useTicketInPalette(ticket)
  const first = useMemo(() => screen && <Description {...screen} />, [screen])
  return (
    <Page
      title={title}
      tabTitle={`#${ticketNumber} ${title}`}
      back={back}
      mark={mergedInto ? <TicketStatusBadge ticket={ticket} /> : <TicketMarks ticket={ticket} onChange={change} />}
      lead={
        <>
          <span className="tabular-nums">#{ticketNumber}</span> · {customer.name}
        </>
      }
      action={<Viewers id={id} of={ticketPresence} />}
    >
      <div className={besideFacts}>
        <TicketFacts ticket={ticket} screen={screen} />
        <div className="flex min-w-0 flex-col gap-6">
          {alarm && <TakeAlarm alarm={alarm} />}
          <Thread entries={screen?.thread} first={first} />
          <LongHold ticket={ticket} onChange={change} />
          {mergedInto ? (
            <MergedNotice ticket={ticket} survivor={mergedInto} />
          ) : (
            <Composer ticket={ticket} isUnresolved={!isDone(status)} />
          )}
        </div>
      </div>
      {manage.dialog}
    </Page>
  )
}

/** The ticket's description, as the first message of its conversation. */
const Description = ({
  ticket: { description, folded, createdAt, createdBy },
  contact,
  files,
  mailId,
}: TicketScreen) => (
  <MessageCard
    author={contact.hasReported ? contact.name : (createdBy?.fullName ?? contact.name)}
    at={createdAt}
    text={description}
    folded={folded}
    files={files}
    mail={mailId && <ShowMail id={mailId} />}
    tone={contact.hasReported ? 'customer' : 'staff'}
  >
    {contact.hasReported && <Badge variant="outline">Kund</Badge>}
  </MessageCard>
)
