import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * The result of `work`, and the longest time for which it blocked the event loop, in milliseconds of this thread's CPU
 * time. CPU time is independent of other processes of the machine.
 */
export async function longestBlock<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  let isOver = false
  const monitored = (async () => {
    let longest = 0
    while (!isOver) {
      const before = process.threadCpuUsage()
      await nextTurn()
      longest = Math.max(longest, cpuMs(before))
    }
    return longest
  })()
  const result = await work().finally(() => {
    isOver = true
  })
  return { result, ms: await monitored }
}

/** The CPU time of this thread that `work` takes, in milliseconds. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  return cpuMs(before)
}

function cpuMs(since: NodeJS.CpuUsage) {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}
