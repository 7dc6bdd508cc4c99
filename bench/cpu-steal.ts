import { existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

const STAT = '/proc/stat'
/** In the first line, after `cpu`: user, nice, system, idle, iowait, irq, softirq, steal. */
const STEAL = 7

/**
 * Begins to watch what the machine's neighbours take of its processors; gives what tells it since, as a share of the time in
 * which something of ours wanted to run. Undefined where the system does not say.
 */
export function watchCpuSteal(): () => number | undefined {
  if (!existsSync(STAT)) return () => undefined
  const before = ticks()
  return () => {
    const since = ticks().map((count, place) => count - (before[place] ?? 0))
    const [, , , idle = 0, waiting = 0] = since
    const wanted = since.slice(0, STEAL + 1).reduce((all, count) => all + count, 0) - idle - waiting
    return wanted > 0 ? (since[STEAL] ?? 0) / wanted : 0
  }
}

export type CpuStealLog = {
  /** What they took of all processors' time between two moments (milliseconds since 1970); 0 where the system does not say. */
  share(from: number, to: number): number
  stop(): void
}

const TICK_MS = 10
const LOOK_MS = 20

/** Writes down when the machine's neighbours took something: what is small in a mean may be the whole of a touch. */
export function logCpuSteal(): CpuStealLog {
  if (!existsSync(STAT)) return { share: () => 0, stop: () => undefined }
  const takings: { at: number; ms: number }[] = []
  let before = ticks()[STEAL] ?? 0
  const timer = setInterval(() => {
    const now = ticks()[STEAL] ?? 0
    if (now > before) takings.push({ at: Date.now(), ms: (now - before) * TICK_MS })
    before = now
  }, LOOK_MS)
  return {
    share: (from, to) => {
      const taken = takings.filter(({ at }) => at >= from && at <= to + LOOK_MS).reduce((sum, { ms }) => sum + ms, 0)
      return taken / ((to - from) * cpus().length)
    },
    stop: () => clearInterval(timer),
  }
}

function ticks() {
  const [, counts = ''] = /^cpu +(.*)/.exec(readFileSync(STAT, 'utf8')) ?? []
  return counts.split(' ').map(Number)
}
