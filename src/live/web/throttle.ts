/**
 * Calls `work` at once and then at most every `milliseconds` per argument (compared by its JSON). A call during the interval
 * runs at its end, so the last one is never dropped.
 */
export function throttle<Argument>(milliseconds: number, work: (argument: Argument) => void) {
  const intervals = new Map<string, { timer: ReturnType<typeof setTimeout>; isPending: boolean }>()

  const start = (key: string, argument: Argument) => {
    work(argument)
    const timer = setTimeout(() => {
      const isPending = intervals.get(key)?.isPending
      intervals.delete(key)
      if (isPending) start(key, argument)
    }, milliseconds)
    intervals.set(key, { timer, isPending: false })
  }
  const throttled = (argument: Argument) => {
    const key = JSON.stringify(argument)
    const interval = intervals.get(key)
    if (interval) interval.isPending = true
    else start(key, argument)
  }
  return Object.assign(throttled, {
    stop: () => {
      for (const { timer } of intervals.values()) clearTimeout(timer)
      intervals.clear()
    },
  })
}
