// Unsaved input about a stopped clock from when the session ended; separate from the dialog, which is loaded on demand.
import { Clock } from '#features/time/clock.contract.ts'
import { snapshotSubject } from '#shared/web/form-recovery.ts'

const KEY = 'clock:'

export const clockRecoveryKey = (id: string) => `${KEY}${id}`

/** The clock as it was when the dialog was opened. */
export const recoverableClock = (): StoppedClock | undefined => stoppedOf(Clock.safeParse(snapshotSubject(KEY)).data)

export type StoppedClock = Clock & { stoppedAt: string }

/** The clock if it is stopped. */
export const stoppedOf = (clock: Clock | null | undefined): StoppedClock | undefined =>
  clock?.stoppedAt ? { ...clock, stoppedAt: clock.stoppedAt } : undefined
