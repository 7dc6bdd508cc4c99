import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * What `work` resolves with, and for how many milliseconds of this thread's CPU it kept everything else waiting at most.
 * CPU time and not a clock: other processes of the machine do not count.
 */
export async function longestBlock<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  let isOver = false
  const watched = (async () => {
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
  return { result, ms: await watched }
}

/** The CPU time of this thread that `work` takes. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  return cpuMs(before)
}

function cpuMs(since: NodeJS.CpuUsage) {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}
