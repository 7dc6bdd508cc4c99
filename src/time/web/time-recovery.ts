// What was typed about a row of time when the session ended; apart from the dialog, which is loaded when it is opened.
import { snapshotSubject } from '#lib/web/form-recovery.ts'
import { TimeEntry } from '../time.contract.ts'

const KEY = 'time-change:'

export const changeTimeKey = (id: string) => `${KEY}${id}`

/** The row as it was when its dialog was opened. */
export const recoverableTime = () => TimeEntry.safeParse(snapshotSubject(KEY)).data
