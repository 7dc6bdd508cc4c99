import { useMe } from '#features/auth/web/me.ts'
import { AttachedFiles } from '#features/files/web/attached-files.tsx'
import { notedVisitText } from '#features/tickets/visits.rules.ts'
import { FoldedText } from '#shared/ui/folded-text.tsx'
import { LogoMark } from '#shared/ui/logo.tsx'
import { MessageLog } from '#shared/ui/message-log.tsx'
import type { PortalComment, PortalEntry } from '../portal.contract.ts'
import { RelativeDayTime } from './relative-time.tsx'

type Change = Extract<PortalEntry, { kind: 'change' }>
type VisitChange = Extract<PortalEntry, { kind: 'visit' }>
type Merged = Extract<PortalEntry, { kind: 'ticket' }>

/**
 * Comments, changes of status and of visits: the customer's own to the right, staff's to the left. A flex column, because Chromium
 * prints the rows of a long grid on top of each other where a page may not break.
 */
export const Conversation = ({ entries }: { entries: PortalEntry[] }) => (
  <MessageLog
    labelledBy="kommentarer"
    entries={entries}
    className="flex flex-col gap-5"
    empty={<p className="py-4 text-center text-ink-soft text-md">Inga kommentarer ännu</p>}
  >
    {(entry, index) =>
      entry.kind === 'comment' ? (
        <Comment {...entry} />
      ) : entry.kind === 'ticket' ? (
        <MergedTicket {...entry} />
      ) : (
        <p className="text-center text-base text-ink-soft">
          {entry.fromNumber !== null && `#${entry.fromNumber}: `}
          <span className="font-medium">
            {entry.kind === 'visit' ? describeVisit(entry) : describeChange(entry, entries.slice(0, index))}
          </span>
          {' · '}
          <RelativeDayTime at={entry.createdAt} />
        </p>
      )
    }
  </MessageLog>
)

/** The description of a ticket that we have merged into this one. */
const MergedTicket = ({ ticketNumber, title, description, folded, files, createdAt }: Merged) => (
  <section className="grid gap-2 rounded-lg border border-line bg-surface px-4 py-3">
    <p className="flex flex-wrap gap-x-2 text-ink-soft text-sm">
      <span className="font-semibold text-ink">#{ticketNumber}</span>
      <RelativeDayTime at={createdAt} />
    </p>
    <h3 dir="auto" className="font-semibold text-md">
      {title}
    </h3>
    <p dir="auto" className="whitespace-pre-wrap text-md">
      {description}
    </p>
    {folded !== null && <FoldedText text={folded} />}
    <AttachedFiles files={files} />
  </section>
)

function Comment({ author, isMine, byCustomer, fromNumber, comment, folded, files, createdAt }: PortalComment) {
  const { organization } = useMe()
  return (
    <div className={`flex items-end gap-3 ${byCustomer ? 'justify-end pl-8 sm:pl-24' : 'pr-8 sm:pr-24'}`}>
      {!byCustomer && <LogoMark className="mb-1 size-8 max-sm:hidden" />}
      <div className={`flex min-w-0 flex-col gap-1.5 ${byCustomer ? 'items-end' : 'items-start'}`}>
        <p className="flex flex-wrap gap-x-2 px-1 text-ink-soft text-sm print:break-after-avoid">
          <span className="font-semibold text-ink">{isMine ? 'Du' : author}</span>
          {!byCustomer && organization && <span>{organization}</span>}
          {fromNumber !== null && <span>#{fromNumber}</span>}
          <RelativeDayTime at={createdAt} />
        </p>
        <p
          dir="auto"
          className={`max-w-full whitespace-pre-wrap rounded-lg px-4 py-3 text-md ${
            byCustomer
              ? 'rounded-br-sm bg-primary-soft forced-colors:border'
              : 'rounded-bl-sm border border-line bg-surface shadow-low'
          }`}
        >
          {comment}
        </p>
        {folded !== null && <FoldedText text={folded} />}
        <AttachedFiles files={files} />
      </div>
    </div>
  )
}

/** The text of a status change; `above` are the entries before it. */
function describeChange({ before, after, byComment, author }: Change, above: PortalEntry[]) {
  if (byComment) {
    const comment = above.findLast((entry) => entry.kind === 'comment' && entry.byCustomer)
    const isMine = comment?.kind === 'comment' && comment.isMine
    return isMine || !author ? 'Din kommentar öppnade ärendet igen' : `En kommentar från ${author} öppnade ärendet igen`
  }
  switch (after) {
    case 'open':
      return before === 'in_progress' ? 'Ärendet är öppet' : 'Ärendet är öppet igen'
    case 'in_progress':
      return 'Vi arbetar med ärendet'
    case 'resolved':
      return 'Ärendet är löst'
    case 'closed':
      return 'Ärendet är stängt'
  }
}

/** The text of a planned, changed or cancelled visit. */
function describeVisit({ before, after }: VisitChange): string {
  if (after === null) return `Besöket ${notedVisitText(before ?? '')} är avbokat`
  if (before === null) return `Vi har planerat ett besök ${notedVisitText(after)}`
  if (before === after) return `Texten om besöket ${notedVisitText(after)} är ändrad`
  return `Besöket ${notedVisitText(before)} är ändrat till ${notedVisitText(after)}`
}
