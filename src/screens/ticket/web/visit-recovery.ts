// Recovery keys of the dialog of a visit, in a file of their own because the dialog loads when it is opened.
import { Visit } from '#features/tickets/visits.contract.ts'
import { hasFormSnapshot, snapshotSubject } from '#shared/web/form-recovery.ts'

const CHANGED = 'visit:'

export const visitKey = (ticketId: string, visit?: Visit) =>
  visit ? `${CHANGED}${ticketId}:${visit.id}` : `new-visit:${ticketId}`

/** The visit as it was when its dialog was opened, or 'new'. */
export function recoverableVisit(ticketId: string): Visit | 'new' | undefined {
  if (hasFormSnapshot(visitKey(ticketId))) return 'new'
  return Visit.safeParse(snapshotSubject(`${CHANGED}${ticketId}:`)).data
}
