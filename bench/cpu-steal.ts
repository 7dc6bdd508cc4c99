import { existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

const STAT = '/proc/stat'
/** In the first line, after `cpu`: user, nice, system, idle, iowait, irq, softirq, steal. */
const STEAL = 7

/**
 * Starts to measure CPU steal (time that other virtual machines took from this one). The returned function gives it as a share
 * of the time in which a process of this machine was runnable; undefined where the system does not report it.
 */
export function measureCpuSteal(): () => number | undefined {
  if (!existsSync(STAT)) return () => undefined
  const before = ticks()
  return () => {
    const since = ticks().map((count, index) => count - (before[index] ?? 0))
    const [, , , idle = 0, waiting = 0] = since
    const runnable = since.slice(0, STEAL + 1).reduce((all, count) => all + count, 0) - idle - waiting
    return runnable > 0 ? (since[STEAL] ?? 0) / runnable : 0
  }
}

export type CpuStealLog = {
  /** Steal between two times (epoch milliseconds) as a share of all processors' time; 0 where the system does not report it. */
  share(from: number, to: number): number
  stop(): void
}

const TICK_MS = 10
const SAMPLE_MS = 20

/** Records when CPU was stolen: a share that is small on average may be all of the time of one interaction. */
export function logCpuSteal(): CpuStealLog {
  if (!existsSync(STAT)) return { share: () => 0, stop: () => undefined }
  const samples: { at: number; ms: number }[] = []
  let before = ticks()[STEAL] ?? 0
  const timer = setInterval(() => {
    const now = ticks()[STEAL] ?? 0
    if (now > before) samples.push({ at: Date.now(), ms: (now - before) * TICK_MS })
    before = now
  }, SAMPLE_MS)
  return {
    share: (from, to) => {
      const stealMs = samples
        .filter(({ at }) => at >= from && at <= to + SAMPLE_MS)
        .reduce((sum, { ms }) => sum + ms, 0)
      return stealMs / ((to - from) * cpus().length)
    },
    stop: () => clearInterval(timer),
  }
}

function ticks() {
  const [, counts = ''] = /^cpu +(.*)/.exec(readFileSync(STAT, 'utf8')) ?? []
  return counts.split(' ').map(Number)
}
