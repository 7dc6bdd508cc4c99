// What was typed about the time of a stopped clock when the session ended; apart from the dialog, which is loaded when it is opened.
import { Clock } from '#features/time/clock.contract.ts'
import { snapshotSubject } from '#shared/web/form-recovery.ts'

const KEY = 'clock:'

export const clockRecoveryKey = (id: string) => `${KEY}${id}`

/** The clock as it was when its dialog was opened. */
export const recoverableClock = (): StoppedClock | undefined => stoppedOf(Clock.safeParse(snapshotSubject(KEY)).data)

export type StoppedClock = Clock & { stoppedAt: string }

/** The clock, when it is stopped. */
export const stoppedOf = (clock: Clock | null | undefined): StoppedClock | undefined =>
  clock?.stoppedAt ? { ...clock, stoppedAt: clock.stoppedAt } : undefined
