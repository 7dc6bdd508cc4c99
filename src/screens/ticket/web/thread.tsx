import Lock from 'lucide-react/icons/lock'
import History from 'lucide-react/icons/rotate-ccw-clock'
import { memo, type ReactNode } from 'react'
import { ShowMail } from '#features/inbox/web/show-mail.tsx'
import type { MergedDescription } from '#features/tickets/merged-tickets.contract.ts'
import type { TicketChange } from '#features/tickets/ticket-changes.contract.ts'
import type { ThreadEntry, TicketComment } from '#features/tickets/tickets.contract.ts'
import { changeSentence } from '#features/tickets/web/change-sentence.ts'
import { MessageCard } from '#features/tickets/web/message-card.tsx'
import { Badge } from '#shared/ui/badge.tsx'
import { formatDateTime } from '#shared/ui/format.ts'
import { MessageLog } from '#shared/ui/message-log.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'

/** Comments and changes of a ticket and of those merged into it, oldest first, below its `first` message; undefined while they load. */
export const Thread = memo(function Thread({
  entries,
  first,
}: {
  entries: ThreadEntry[] | undefined
  first: ReactNode
}) {
  return (
    <section aria-labelledby="konversation" className="flex flex-col gap-3">
      <h2 id="konversation" className="text-md font-semibold">
        Konversation
      </h2>
      {first}
      {!entries && <Skeleton className="h-32" />}
      {entries && (
        <MessageLog labelledBy="konversation" entries={entries} className="flex flex-col gap-3" empty={noComments}>
          {(entry) => <Entry {...entry} />}
        </MessageLog>
      )}
    </section>
  )
})

function Entry(entry: ThreadEntry) {
  switch (entry.kind) {
    case 'comment':
      return <Comment {...entry} />
    case 'change':
      return <Change {...entry} />
    case 'ticket':
      return <Merged {...entry} />
  }
}

const noComments = (
  <p className="rounded-md border border-dashed border-line-strong px-5 py-6 text-center text-ink-soft">
    Inga kommentarer ännu
  </p>
)

const Comment = ({
  author,
  byCustomer,
  isInternal,
  createdAt,
  fromNumber,
  comment,
  mentions,
  folded,
  files,
  mailId,
  undelivered,
}: TicketComment) => (
  <MessageCard
    author={author.fullName}
    at={createdAt}
    text={comment}
    mentions={mentions}
    folded={folded}
    files={files}
    mail={mailId && <ShowMail id={mailId} />}
    undelivered={undelivered}
    tone={isInternal ? 'internal' : byCustomer ? 'customer' : 'staff'}
  >
    <From number={fromNumber} />
    {byCustomer && <Badge variant="outline">Kund</Badge>}
    {isInternal && (
      <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-accent-ink">
        <Lock aria-hidden="true" className="size-3.5" />
        Intern kommentar
      </span>
    )}
  </MessageCard>
)

/** The merged ticket from which an entry comes. */
const From = ({ number }: { number: number | null }) =>
  number !== null && (
    <Badge variant="outline">
      <span className="sr-only">Från ärende </span>#{number}
    </Badge>
  )

/** The description of a merged ticket. */
const Merged = ({
  ticketNumber,
  title,
  author,
  byCustomer,
  createdAt,
  description,
  folded,
  files,
  mailId,
}: MergedDescription) => (
  <MessageCard
    author={author.fullName}
    at={createdAt}
    text={`${title}\n\n${description}`}
    folded={folded}
    files={files}
    mail={mailId && <ShowMail id={mailId} />}
    tone={byCustomer ? 'customer' : 'staff'}
  >
    <From number={ticketNumber} />
    {byCustomer && <Badge variant="outline">Kund</Badge>}
  </MessageCard>
)

function Change(change: TicketChange) {
  return (
    <p className="flex items-start gap-2 px-4 text-sm text-ink-soft sm:gap-3">
      <History aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-faint sm:mx-2" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {change.fromNumber !== null && `#${change.fromNumber}: `}
        {changeSentence(change)}
      </span>
      <time dateTime={change.createdAt} className="ml-auto shrink-0 text-ink-faint tabular-nums">
        {formatDateTime(change.createdAt)}
      </time>
    </p>
  )
}
