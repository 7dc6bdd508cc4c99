// Unsaved input about a time entry from when the session ended; separate from the dialog, which is loaded on demand.
import { TimeEntry } from '#features/time/time.contract.ts'
import { snapshotSubject } from '#shared/web/form-recovery.ts'

const KEY = 'time-change:'

export const changeTimeKey = (id: string) => `${KEY}${id}`

/** The entry as it was when its dialog was opened. */
export const recoverableTime = () => TimeEntry.safeParse(snapshotSubject(KEY)).data
