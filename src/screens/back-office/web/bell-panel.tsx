import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { StaffNotification } from '#features/inbox/staff-notifications.contract.ts'
import { DueMark } from '#features/tickets/web/due-mark.tsx'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { formatDateTime, formatDue, formatRelative } from '#shared/ui/format.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { useFocusReturn } from '#shared/ui/lost-focus.ts'
import { QueryError } from '#shared/ui/query-error.tsx'
import { RouteLink } from '#shared/ui/route-link.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { useMinute } from '#shared/web/minute.ts'
import { notificationsQuery, useReadAllNotifications } from './bell.api.ts'
import { ACCOUNT } from './menu-items.ts'
import { linkOf, sentenceOf, subjectOf } from './notification-text.ts'

type Props = { unread: number; onClose: () => void }

/** The list of notifications: beside the side menu, below 900 px at the right, on a phone over the whole screen. */
export function BellPanel({ unread, onClose }: Props) {
  return (
    <ModalOverlay
      isDismissable
      isOpen
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-40 animate-fade bg-scrim"
    >
      <Modal className="absolute inset-y-0 right-0 w-full bg-raised shadow-high sm:w-100 rail:right-auto rail:left-58">
        <Dialog className="flex h-dvh flex-col outline-none">
          <header className="flex items-center justify-between gap-4 border-line border-b py-3 pr-3 pl-5">
            <Heading slot="title" className="text-lg font-semibold">
              Notiser
            </Heading>
            <IconButton icon={X} label="Stäng" onPress={onClose} />
          </header>
          <Content unread={unread} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Content({ unread, onClose }: Props) {
  const inside = useFocusReturn<HTMLDivElement>()
  const query = useQuery(notificationsQuery)
  const readAll = useReadAllNotifications()
  const list = query.data
  return (
    <div ref={inside} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {!list && query.isError && <QueryError title="Kunde inte hämta notiserna" query={query} />}
        {!list && !query.isError && <Skeleton className="m-5 h-48" />}
        {list?.length === 0 && (
          <EmptyState title="Inga notiser" text="Här står det när något händer som rör dig eller dina ärenden." />
        )}
        {list && list.length > 0 && (
          <ul>
            {list.map((notification) => (
              <Row key={notification.id} notification={notification} onChoose={onClose} />
            ))}
          </ul>
        )}
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t px-5 py-3 text-base">
        <RouteLink
          to={ACCOUNT}
          onClick={onClose}
          className="rounded-sm py-1 font-medium text-primary underline decoration-1 underline-offset-3 hover:decoration-2"
        >
          Välj vad du vill veta
        </RouteLink>
        {unread > 0 && (
          <Button size="sm" onPress={() => void readAll()}>
            Markera alla som lästa
          </Button>
        )}
      </footer>
    </div>
  )
}

function Row({ notification, onChoose }: { notification: StaffNotification; onChoose: () => void }) {
  const { createdAt, readAt, dueAt } = notification
  const isUnread = readAt === null
  const now = useMinute()
  return (
    <li className="border-line border-b">
      <RouteLink
        to={linkOf(notification)}
        onClick={onChoose}
        className="relative block py-3 pr-5 pl-9 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      >
        {isUnread && (
          <span
            aria-hidden="true"
            className="absolute top-5 left-4 size-2 rounded-full bg-accent forced-colors:bg-system-highlight"
          />
        )}
        <span className="flex items-baseline justify-between gap-3">
          <span className={`min-w-0 [overflow-wrap:anywhere] ${isUnread ? 'font-semibold' : ''}`}>
            {isUnread && <span className="sr-only">Oläst: </span>}
            {sentenceOf(notification)}
          </span>
          <time dateTime={createdAt} title={formatDateTime(createdAt)} className="shrink-0 text-sm text-ink-soft">
            {formatRelative(createdAt, now)}
          </time>
        </span>
        <span className="line-clamp-2 text-ink-soft text-sm [overflow-wrap:anywhere]">{subjectOf(notification)}</span>
        {dueAt !== null && formatDue(dueAt, now).isLate && (
          <span className="block text-sm">
            Svaret är <DueMark dueAt={dueAt} />
          </span>
        )}
      </RouteLink>
    </li>
  )
}
