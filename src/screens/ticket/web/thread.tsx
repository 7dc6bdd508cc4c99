import Lock from 'lucide-react/icons/lock'
import History from 'lucide-react/icons/rotate-ccw-clock'
import { memo, type ReactNode } from 'react'
import { ShowMail } from '#features/inbox/web/show-mail.tsx'
import type { TicketChange } from '#features/tickets/ticket-changes.contract.ts'
import type { ThreadEntry, TicketComment } from '#features/tickets/tickets.contract.ts'
import { changeSentence } from '#features/tickets/web/change-sentence.ts'
import { MessageCard } from '#features/tickets/web/message-card.tsx'
import { Badge } from '#shared/ui/badge.tsx'
import { formatDateTime } from '#shared/ui/format.ts'
import { MessageLog } from '#shared/ui/message-log.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'

/** Comments and changes of a ticket, oldest first, below its `first` message; undefined while they load. */
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
          {(entry) => (entry.kind === 'comment' ? <Comment {...entry} /> : <Change {...entry} />)}
        </MessageLog>
      )}
    </section>
  )
})

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
  comment,
  folded,
  files,
  mailId,
  undelivered,
}: TicketComment) => (
  <MessageCard
    author={author.fullName}
    at={createdAt}
    text={comment}
    folded={folded}
    files={files}
    mail={mailId && <ShowMail id={mailId} />}
    undelivered={undelivered}
    tone={isInternal ? 'internal' : byCustomer ? 'customer' : 'staff'}
  >
    {byCustomer && <Badge variant="outline">Kund</Badge>}
    {isInternal && (
      <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-accent-ink">
        <Lock aria-hidden="true" className="size-3.5" />
        Intern kommentar
      </span>
    )}
  </MessageCard>
)

function Change(change: TicketChange) {
  return (
    <p className="flex items-start gap-2 px-4 text-sm text-ink-soft sm:gap-3">
      <History aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-faint sm:mx-2" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{changeSentence(change)}</span>
      <time dateTime={change.createdAt} className="ml-auto shrink-0 text-ink-faint tabular-nums">
        {formatDateTime(change.createdAt)}
      </time>
    </p>
  )
}
