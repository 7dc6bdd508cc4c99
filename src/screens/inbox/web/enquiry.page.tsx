import { useQuery } from '@tanstack/react-query'
import TicketPlus from 'lucide-react/icons/ticket-plus'
import { useEffect, useRef } from 'react'
import { type Enquiry, enquiryKindLabels } from '#features/inbox/enquiries.contract.ts'
import {
  type EnquiryChanges,
  enquiryPresence,
  enquiryQuery,
  useReadEnquiry,
} from '#features/inbox/web/enquiries.api.ts'
import { Conversation } from '#features/inbox/web/enquiry-conversation.tsx'
import { EnquiryFacts } from '#features/inbox/web/enquiry-facts.tsx'
import { INBOX } from '#features/inbox/web/inbox-filter.tsx'
import { InboxMailPart } from '#features/inbox/web/inbox-mail.tsx'
import { useManageEnquiry } from '#features/inbox/web/manage-enquiry.tsx'
import { PriorityBadge } from '#features/tickets/web/priority-badge.tsx'
import { Viewers } from '#features/tickets/web/viewers.tsx'
import { TakeAlarm } from '#screens/on-call/web/take-alarm.tsx'
import { useAlarm } from '#screens/on-call/web/use-on-call.ts'
import { useSearchKey } from '#screens/ticket/web/search-key.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { formatDateTime } from '#shared/ui/format.ts'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { besideFacts, ConversationSkeleton } from '#shared/ui/side-facts.tsx'
import { useLeaveRow } from '#shared/web/left-row.ts'
import { usePaletteActs } from '#shared/web/palette-acts.ts'
import { useListUrl, useRowId } from '#shared/web/url.ts'
import { BesideEnquiry } from './beside-enquiry.tsx'
import { ForwardEnquiry } from './forward-enquiry.tsx'
import { ReplyComposer } from './reply-composer.tsx'

/** An enquiry with its sender and its conversation, beside the inbox where there is room. Opening it marks it as read. */
export function EnquiryPage() {
  const id = useRowId()
  useLeaveRow(`${INBOX}/${id}`)
  useSearchKey()
  return (
    <BesideEnquiry currentId={id}>
      <OpenEnquiry id={id} />
    </BesideEnquiry>
  )
}

function OpenEnquiry({ id }: { id: string }) {
  const { data: enquiry, error, refetch, isRefetching } = useQuery(enquiryQuery(id))
  const back = { to: useListUrl(INBOX), label: 'Tillbaka till inkorgen' }
  if (enquiry) return <LoadedEnquiry key={enquiry.id} enquiry={enquiry} back={back} />
  return (
    <Page title="Förfrågan" back={back}>
      {error ? (
        <QueryError title="Kunde inte hämta förfrågan" query={{ error, refetch, isRefetching }} />
      ) : (
        <ConversationSkeleton />
      )}
    </Page>
  )
}

type LoadedProps = { enquiry: Enquiry; back: { to: string; label: string } }

function LoadedEnquiry({ enquiry, back }: LoadedProps) {
  const { id, number, kind, name, isSuspect, createdAt } = enquiry
  const manage = useManageEnquiry(id)
  const alarm = useAlarm(id)
  useMarkAsRead(enquiry)
  const change = (changes: EnquiryChanges) => manage.change(enquiry, changes)
  return (
    <Page
      title={name}
      tabTitle={`${name}, ${formatDateTime(createdAt)} – Inkorg`}
      back={back}
      mark={<Marks enquiry={enquiry} />}
      lead={
        <>
          {enquiryKindLabels[kind]}
          {number !== null && <span className="tabular-nums"> · #{number}</span>} ·{' '}
          <span className="tabular-nums">{formatDateTime(createdAt)}</span>
        </>
      }
      action={
        <>
          <Viewers id={id} of={enquiryPresence} />
          {!isSuspect && <Actions enquiry={enquiry} onChange={change} />}
        </>
      }
    >
      <div className={besideFacts}>
        <EnquiryFacts enquiry={enquiry} onChange={change} />
        <div className="flex min-w-0 flex-col gap-6">
          {enquiry.authentication && <InboxMailPart enquiry={{ ...enquiry, authentication: enquiry.authentication }} />}
          {isSuspect && <SuspectNote onReal={() => void change({ isSuspect: false })} />}
          {alarm && <TakeAlarm alarm={alarm} />}
          <Conversation enquiry={enquiry} />
          {!isSuspect && <ReplyComposer enquiry={enquiry} />}
        </div>
      </div>
      {manage.dialog}
    </Page>
  )
}

function useMarkAsRead({ id, readAt }: Enquiry) {
  const { mutate } = useReadEnquiry(id)
  const hasMarked = useRef(false)
  useEffect(() => {
    if (readAt || hasMarked.current) return
    hasMarked.current = true
    mutate()
  }, [readAt, mutate])
}

function Marks({ enquiry: { isUrgent, isSuspect, doneAt } }: { enquiry: Enquiry }) {
  if (!isUrgent && !isSuspect && !doneAt) return null
  return (
    <span className="flex gap-2">
      {isUrgent && <PriorityBadge priority="urgent" />}
      {isSuspect && <Badge variant="outline">Misstänkt skräp</Badge>}
      {doneAt && <Badge variant="secondary">Klar</Badge>}
    </span>
  )
}

type ActionProps = { enquiry: Enquiry; onChange: (changes: EnquiryChanges) => Promise<void> }

function Actions({ enquiry, onChange }: ActionProps) {
  const { id, doneAt, ticket, namedTicket } = enquiry
  const alarm = useAlarm(id)
  const isNextStep = !namedTicket && !alarm
  usePaletteActs([
    ticket
      ? { label: `Visa ärende #${ticket.ticketNumber}`, target: `/backoffice/tickets/${ticket.id}` }
      : { label: 'Skapa ärende', target: `${INBOX}/${id}/ticket` },
    doneAt
      ? { label: 'Öppna igen', target: () => void onChange({ isDone: false }) }
      : { label: 'Markera klar', target: () => void onChange({ isDone: true }) },
  ])
  return (
    <>
      <ForwardEnquiry enquiry={enquiry} />
      {doneAt ? (
        <Button onPress={() => void onChange({ isDone: false })}>Öppna igen</Button>
      ) : (
        <Button onPress={() => void onChange({ isDone: true })}>Markera klar</Button>
      )}
      {ticket ? (
        <LinkButton to={`/backoffice/tickets/${ticket.id}`}>Visa ärende #{ticket.ticketNumber}</LinkButton>
      ) : (
        <LinkButton to={`${INBOX}/${id}/ticket`} variant={isNextStep ? 'primary' : 'secondary'} icon={TicketPlus}>
          Skapa ärende
        </LinkButton>
      )}
    </>
  )
}

const SuspectNote = ({ onReal }: { onReal: () => void }) => (
  <section
    aria-label="Misstänkt skräp"
    className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-line-strong bg-sunken p-4"
  >
    <p className="max-w-prose text-ink-soft">
      Det här ser ut att komma från en robot, så ingen har fått mejl om det. Är det på riktigt flyttas det till de
      öppna, och då kan du svara.
    </p>
    <Button onPress={onReal}>Inte skräp</Button>
  </section>
)
