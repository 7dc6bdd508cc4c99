// The options of a ticket's select fields.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { staffNamesQuery } from '#features/time/web/time.api.ts'
import {
  activeStatuses,
  priorities,
  priorityLabels,
  statuses,
  statusLabels,
  type TicketRow,
  type TicketStatus,
  UNRESOLVED,
} from '../tickets.contract.ts'

export const NOBODY = 'Ingen ansvarig'

const choiceOf = (value: TicketStatus) => ({ value, label: statusLabels[value] })
export const statusChoices = statuses.map(choiceOf)
/** Filters of active tickets. */
export const statusFilterChoices = [{ value: UNRESOLVED, label: 'Olösta' }, ...activeStatuses.map(choiceOf)]
export const priorityChoices = priorities.map((value) => ({ value, label: priorityLabels[value] }))

type Named = { id: string; fullName: string }
type StaffName = Named & { isActive: boolean }

/** Whoever is deactivated is marked, so that somebody else gets the work. */
const nameOf = ({ id, fullName }: Named, staff: StaffName[] = []) =>
  staff.some((person) => person.id === id && !person.isActive) ? `${fullName} (inaktiv)` : fullName

/** How a person of staff is named on a screen. */
export function useStaffName() {
  const { data: staff } = useQuery(staffNamesQuery)
  return (person: Named) => nameOf(person, staff)
}

/** The organization's active staff, and the current assignee even if deactivated. */
export function useStaff(current?: TicketRow['assignee']) {
  const { data: staff } = useQuery(staffNamesQuery)
  const people = useMemo(() => {
    const active = staff?.filter(({ isActive }) => isActive) ?? []
    return !current || active.some(({ id }) => id === current.id) ? active : [...active, current]
  }, [staff, current])
  const choices = useMemo(
    () => people.map((person) => ({ value: person.id, label: nameOf(person, staff) })),
    [people, staff],
  )
  return {
    choices,
    /** Null when no person has this id. */
    personOf: (id: string) => people.find((person) => person.id === id) ?? null,
  }
}

/** All staff, also deactivated: their tickets remain assigned to them until reassigned. */
export function useAssigneeChoices() {
  const { data: staff } = useQuery(staffNamesQuery)
  return useMemo(() => staff?.map((person) => ({ value: person.id, label: nameOf(person, staff) })) ?? [], [staff])
}
