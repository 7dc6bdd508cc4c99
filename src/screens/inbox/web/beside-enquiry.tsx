import type { ReactNode } from 'react'
import { BesideInbox } from '#features/inbox/web/enquiry-side-list.tsx'
import { TICKET_LIST } from '#features/tickets/web/ticket-filters.tsx'
import { isToDoShown } from '#screens/ticket/web/shown-view.ts'
import { BesideToDo } from '#screens/ticket/web/ticket-side-list.tsx'
import { useIsWide } from '#shared/ui/split-view.tsx'
import { useLastList, useListSearch } from '#shared/web/url.ts'

type Props = { currentId: string; children: ReactNode }

/** On wide screens, shows the list that the enquiry was opened from beside it: 'Att göra' or Inkorg. */
export function BesideEnquiry(props: Props) {
  const lastList = useLastList()
  const isOfToDo = isToDoShown(useListSearch(TICKET_LIST)) && lastList === TICKET_LIST
  if (!useIsWide()) return props.children
  return isOfToDo ? <BesideToDo {...props} /> : <BesideInbox {...props} />
}
