import { PhoneLink } from '#features/customers/web/contact-links.tsx'
import { DueMark } from '#features/tickets/web/due-mark.tsx'
import { PriorityBadge } from '#features/tickets/web/priority-badge.tsx'
import { readableAddress } from '#shared/email.rules.ts'
import { EmailText } from '#shared/ui/email-text.tsx'
import { formatDateTime } from '#shared/ui/format.ts'
import { Link } from '#shared/ui/link.tsx'
import { Notes } from '#shared/ui/notes.tsx'
import { type Column, Table, type TableProps } from '#shared/ui/table.tsx'
import { type EnquiryRow, enquiryKindLabels } from '../enquiries.contract.ts'
import { INBOX } from './inbox-filter.tsx'
import { UnauthenticatedMark } from './unauthenticated-mark.tsx'

const columns: readonly Column<EnquiryRow>[] = [
  {
    key: 'name',
    header: 'Avsändare',
    cell: ({ name, readAt, hasUnauthenticatedMail }) => (
      <Sender name={name} isUnread={!readAt} hasUnauthenticatedMail={hasUnauthenticatedMail} />
    ),
    onPhone: 'title',
    grows: true,
    width: 'w-[24%]',
  },
  {
    key: 'kind',
    header: 'Typ',
    cell: ({ kind, isUrgent }) => (
      <span className="flex items-center gap-2">
        {enquiryKindLabels[kind]}
        {isUrgent && <PriorityBadge priority="urgent" />}
      </span>
    ),
  },
  {
    key: 'text',
    header: 'Text',
    cell: ({ number, excerpt, readAt }) => (
      <span title={excerpt} className={`block truncate ${readAt ? 'text-ink-soft' : 'font-semibold'}`}>
        {number !== null && <span className="mr-1 font-normal text-ink-soft tabular-nums">#{number}</span>} {excerpt}
      </span>
    ),
    grows: true,
    width: 'w-[48%]',
  },
  {
    key: 'contact',
    header: 'Kontakt',
    cell: ({ email, phone }) => (
      <span className="flex flex-col text-sm leading-tight">
        <Notes text={readableAddress(email)}>
          <EmailText email={email} />
        </Notes>
        {phone && <PhoneLink phone={phone} />}
      </span>
    ),
    grows: true,
    width: 'w-[28%]',
    onPhone: 'hidden',
  },
  { key: 'due', header: 'Besvaras', cell: ({ dueAt }) => dueAt && <DueMark dueAt={dueAt} /> },
  { key: 'assignee', header: 'Ansvarig', cell: ({ assignee }) => assignee?.fullName, onPhone: 'hidden' },
  {
    key: 'created',
    header: 'Inkom',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="tabular-nums stacked:text-sm stacked:text-ink-soft">
        {formatDateTime(createdAt)}
      </time>
    ),
    onPhone: 'mark',
  },
]

const ticketColumn: Column<EnquiryRow> = {
  key: 'ticket',
  header: 'Ärende',
  cell: ({ ticket }) =>
    ticket && (
      <Link to={`/backoffice/tickets/${ticket.id}`} isQuiet>
        <span className="tabular-nums">#{ticket.ticketNumber}</span>
      </Link>
    ),
}

const columnsWithTicket = [...columns, ticketColumn]

const enquiryPath = ({ id }: EnquiryRow) => `${INBOX}/${id}`

/** Unread enquiries are bold with a dot, and announced to screen readers. */
const Sender = ({
  name,
  isUnread,
  hasUnauthenticatedMail,
}: Pick<EnquiryRow, 'name' | 'hasUnauthenticatedMail'> & { isUnread: boolean }) => (
  <span className="flex min-w-0 items-center gap-2">
    <span
      aria-hidden="true"
      className={`size-2 shrink-0 rounded-full ${isUnread ? 'bg-accent forced-colors:bg-system-highlight' : 'stacked:hidden'}`}
    />
    {isUnread && <span className="sr-only">Oläst:</span>}{' '}
    <span title={name} className={`truncate ${isUnread ? 'font-bold' : ''}`}>
      {name}
    </span>
    <UnauthenticatedMark isShown={hasUnauthenticatedMail} />
  </span>
)

type Props = Pick<
  TableProps<EnquiryRow>,
  'rows' | 'hasMore' | 'isLoadingMore' | 'hasLoadFailed' | 'onLoadMore' | 'empty' | 'label'
> & { withTicket: boolean }

export const EnquiryTable = ({ withTicket, ...list }: Props) => (
  <Table
    columns={withTicket ? columnsWithTicket : columns}
    rowKey={({ id }) => id}
    href={enquiryPath}
    loadingText="Laddar förfrågningar …"
    stacksBelow="lg"
    hasTwoLines
    {...list}
  />
)
