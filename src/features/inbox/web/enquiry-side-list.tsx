import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PriorityBadge } from '#features/tickets/web/priority-badge.tsx'
import { formatDate } from '#shared/ui/format.ts'
import { SplitView, useIsWide } from '#shared/ui/split-view.tsx'
import { tableOf } from '#shared/web/pages.ts'
import { useListSearch } from '#shared/web/url.ts'
import type { EnquiryRow } from '../enquiries.contract.ts'
import { enquiriesQuery, inboxFilterOf } from './enquiries.api.ts'
import { INBOX } from './inbox-filter.tsx'
import { UnauthenticatedMark } from './unauthenticated-mark.tsx'

type Props = { currentId: string; children: ReactNode }

/** An enquiry beside the inbox that it was opened from, where there is room. */
export const BesideInbox = ({ currentId, children }: Props) =>
  useIsWide() ? <Beside currentId={currentId}>{children}</Beside> : children

function Beside({ currentId, children }: Props) {
  const list = useInfiniteQuery(enquiriesQuery(inboxFilterOf(useListSearch(INBOX))))
  return (
    <SplitView label="Förfrågningar" currentId={currentId} hrefOf={hrefOf} content={content} {...tableOf(list)}>
      {children}
    </SplitView>
  )
}

const hrefOf = ({ id }: EnquiryRow) => `${INBOX}/${id}`

const content = ({ name, excerpt, isUrgent, createdAt, readAt, hasUnauthenticatedMail }: EnquiryRow) => (
  <>
    <span className="flex justify-between gap-2">
      <span className="flex min-w-0 items-center gap-1.5">
        <span className={`truncate ${readAt ? 'font-medium' : 'font-bold'}`}>{name}</span>
        <UnauthenticatedMark isShown={hasUnauthenticatedMail} />
      </span>
      <span className="shrink-0 text-sm text-ink-soft tabular-nums">{formatDate(createdAt)}</span>
    </span>
    <span className="line-clamp-2 text-sm text-ink-soft">{excerpt}</span>
    {isUrgent && (
      <span className="mt-1 block">
        <PriorityBadge priority="urgent" />
      </span>
    )}
  </>
)
