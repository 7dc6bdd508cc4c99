// What was typed about a row of time when the session ended; apart from the dialog, which is loaded when it is opened.
import { TimeEntry } from '#features/time/time.contract.ts'
import { snapshotSubject } from '#shared/web/form-recovery.ts'

const KEY = 'time-change:'

export const changeTimeKey = (id: string) => `${KEY}${id}`

/** The row as it was when its dialog was opened. */
export const recoverableTime = () => TimeEntry.safeParse(snapshotSubject(KEY)).data
