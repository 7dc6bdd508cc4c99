import { existsSync, readFileSync } from 'node:fs'

const STAT = '/proc/stat'
/** Index in the first line, `cpu`, of: user, nice, system, idle, iowait, irq, softirq, steal. */
const STEAL = 7

/**
 * Starts to measure CPU steal (time that other virtual machines took from this one). The returned function gives it as
 * a share of the time in which a process of this machine was runnable; undefined if the system does not report it.
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

function ticks() {
  const [, counts = ''] = /^cpu +(.*)/.exec(readFileSync(STAT, 'utf8')) ?? []
  return counts.split(' ').map(Number)
}
