import { existsSync, readFileSync } from 'node:fs'

const STAT = '/proc/stat'
/** In the first line, after `cpu`: user, nice, system, idle, iowait, irq, softirq, steal. */
const STEAL = 7

/**
 * Begins to watch what the machine's neighbours take of its processors; gives what tells it since, as a share of the time in
 * which something of ours wanted to run. Undefined where the system does not say.
 */
export function watchStolen(): () => number | undefined {
  if (!existsSync(STAT)) return () => undefined
  const before = ticks()
  return () => {
    const since = ticks().map((count, place) => count - (before[place] ?? 0))
    const [, , , idle = 0, waiting = 0] = since
    const wanted = since.slice(0, STEAL + 1).reduce((all, count) => all + count, 0) - idle - waiting
    return wanted > 0 ? (since[STEAL] ?? 0) / wanted : 0
  }
}

function ticks() {
  const [, counts = ''] = /^cpu +(.*)/.exec(readFileSync(STAT, 'utf8')) ?? []
  return counts.split(' ').map(Number)
}
