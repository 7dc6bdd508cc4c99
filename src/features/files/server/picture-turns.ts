// Whose picture is decoded next. Decoding takes seconds, and strangers can send pictures that take long on purpose.

/** In the order in which they are served. What comes by mail of whom nobody knows is a stranger's. */
const pictureSenders = ['staff', 'customer', 'stranger'] as const
export type PictureSender = (typeof pictureSenders)[number]

/** `processesMax` at the same time, of all processes together PROCESSES_MAX; `waitingMax` more wait. */
type Limits = { processesMax: number; waitingMax: number }

const PROCESSES_MAX = 2
/** One process is never taken by strangers. Their queue is short, as the visitor waits for the answer meanwhile. */
const limits: Record<PictureSender, Limits> = {
  staff: { processesMax: PROCESSES_MAX, waitingMax: 40 },
  customer: { processesMax: PROCESSES_MAX, waitingMax: 20 },
  stranger: { processesMax: 1, waitingMax: 3 },
}

export type PictureTurns = {
  /**
   * Waits for a turn; the returned function ends it. Undefined at once when the sender's queue is full, unless it is patient:
   * nobody waits for its answer, and its sender sends one at a time.
   */
  take(sender: PictureSender, isPatient?: boolean): Promise<(() => void) | undefined>
}

export function openPictureTurns(): PictureTurns {
  const running: Record<PictureSender, number> = { staff: 0, customer: 0, stranger: 0 }
  const waiting: Record<PictureSender, (() => void)[]> = { staff: [], customer: [], stranger: [] }
  const isFree = (sender: PictureSender) =>
    running.staff + running.customer + running.stranger < PROCESSES_MAX && running[sender] < limits[sender].processesMax

  const end = (ended: PictureSender) => {
    running[ended]--
    for (const sender of pictureSenders) {
      while (isFree(sender)) {
        const next = waiting[sender].shift()
        if (!next) break
        running[sender]++
        next()
      }
    }
  }
  return {
    take: async (sender, isPatient = false) => {
      if (isFree(sender)) running[sender]++
      else if (!isPatient && waiting[sender].length >= limits[sender].waitingMax) return undefined
      else await new Promise<void>((resolve) => waiting[sender].push(resolve))
      return () => end(sender)
    },
  }
}
