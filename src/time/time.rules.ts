import type { TimeEntry } from './time.contract.ts'

type Person = { userId: string; role: string | null }

/** Technicians change their own time, administrators all; reported time cannot be changed. */
export function whyNotChange(
  entry: Pick<TimeEntry, 'reported' | 'technician'>,
  person: Person,
): 'locked' | 'not_yours' | undefined {
  if (entry.reported) return 'locked'
  if (person.role !== 'admin' && entry.technician.id !== person.userId) return 'not_yours'
  return undefined
}
