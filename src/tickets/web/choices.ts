// What the fields of a ticket offer.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { staffNamesQuery } from '#time/web/time.api.ts'
import { usersQuery } from '#users/web/users.api.ts'
import {
  activeStatuses,
  priorities,
  priorityLabels,
  statuses,
  statusLabels,
  type TicketRow,
  type TicketStatus,
} from '../tickets.contract.ts'

export const NOBODY = 'Ingen ansvarig'

const choiceOf = (value: TicketStatus) => ({ value, label: statusLabels[value] })
export const statusChoices = statuses.map(choiceOf)
export const activeStatusChoices = activeStatuses.map(choiceOf)
export const priorityChoices = priorities.map((value) => ({ value, label: priorityLabels[value] }))

/** The organization's staff, and whoever has the ticket now though they have left. */
export function useStaff(current?: TicketRow['assignee']) {
  const { data: staff } = useQuery(staffNamesQuery)
  const known = useMemo(() => {
    const there = staff ?? []
    return !current || there.some(({ id }) => id === current.id) ? there : [...there, current]
  }, [staff, current])
  const choices = useMemo(() => known.map(({ id, fullName }) => ({ value: id, label: fullName })), [known])
  return {
    choices,
    /** Null is nobody. */
    personOf: (id: string) => known.find((person) => person.id === id) ?? null,
  }
}

/** All who may have tickets, also those who have left: theirs stay with them until somebody else takes over. */
export function useAssigneeChoices() {
  const { data: everybody } = useQuery(usersQuery)
  return useMemo(
    () =>
      (everybody ?? [])
        .toSorted((a, b) => a.fullName.localeCompare(b.fullName, 'sv'))
        .map(({ id, fullName, isActive }) => ({ value: id, label: isActive ? fullName : `${fullName} (inaktiv)` })),
    [everybody],
  )
}
