// The order in which pictures are decoded. Decoding takes seconds, and anonymous visitors can send pictures that are slow on purpose.

/** In order of priority. Pictures in mail from unknown senders are 'anonymous'. */
const pictureSenders = ['staff', 'customer', 'anonymous'] as const
export type PictureSender = (typeof pictureSenders)[number]

/** `processesMax`: concurrent processes of the sender (of all senders PROCESSES_MAX). `waitingMax`: the length of its queue. */
type Limits = { processesMax: number; waitingMax: number }

const PROCESSES_MAX = 2
/** Anonymous senders never take the last process. Their queue is short, as the visitor waits for the response. */
const limits: Record<PictureSender, Limits> = {
  staff: { processesMax: PROCESSES_MAX, waitingMax: 40 },
  customer: { processesMax: PROCESSES_MAX, waitingMax: 20 },
  anonymous: { processesMax: 1, waitingMax: 3 },
}

export type PictureTurns = {
  /**
   * Waits for a turn; the returned function ends it. Returns undefined at once when the sender's queue is full, unless the request
   * is patient: then no person waits for the response, and the sender sends one picture at a time.
   */
  take(sender: PictureSender, isPatient?: boolean): Promise<(() => void) | undefined>
}

export function openPictureTurns(): PictureTurns {
  const running: Record<PictureSender, number> = { staff: 0, customer: 0, anonymous: 0 }
  const waiting: Record<PictureSender, (() => void)[]> = { staff: [], customer: [], anonymous: [] }
  const isFree = (sender: PictureSender) =>
    running.staff + running.customer + running.anonymous < PROCESSES_MAX &&
    running[sender] < limits[sender].processesMax

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
