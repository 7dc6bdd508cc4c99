import type { TimeEntry } from './time.contract.ts'

type Person = { userId: string; role: string | null }

/** Why a person may not change a time entry, or undefined: technicians change their own, administrators all, reported ones none. */
export function changeProblem(
  entry: Pick<TimeEntry, 'reported' | 'technician'>,
  person: Person,
): 'locked' | 'not_yours' | undefined {
  if (entry.reported) return 'locked'
  if (person.role !== 'admin' && entry.technician.id !== person.userId) return 'not_yours'
  return undefined
}
