// Processor time of the product and of the database, which varies less than elapsed time on a shared machine.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Build } from './stage.ts'

const TICK_MS = 10

/**
 * Starts to measure; the returned function gives the milliseconds of processor time since then, NaN on platforms other
 * than Linux.
 */
export function measureProcessorTime({ postgres, product }: Build) {
  const read = () => ({ node: ownMs(Number(product.process.pid)), database: familyMs(postgres.pid()) })
  const before = read()
  return () => {
    const after = read()
    return { nodeMs: after.node - before.node, databaseMs: after.database - before.database }
  }
}

const WINDOW_MS = 500
const IDLE_SHARE = 0.1
const WINDOWS_MAX = 120

/** Waits, at most a minute, until the build has done its jobs: they would take processor time from what is measured next. */
export async function untilIdle(build: Build) {
  for (let windows = 0; windows < WINDOWS_MAX; windows++) {
    const used = measureProcessorTime(build)
    await wait(WINDOW_MS)
    const { nodeMs, databaseMs } = used()
    if (!(nodeMs + databaseMs > IDLE_SHARE * WINDOW_MS)) return
  }
}

type Times = { parent: number; own: number; ended: number }

/** Times of a process and of the children that it has waited for, from /proc/PID/stat. */
function timesOf(pid: number): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    )
    return { parent, own: (user + system) * TICK_MS, ended: (childUser + childSystem) * TICK_MS }
  } catch {
    return undefined
  }
}

const ownMs = (pid: number) => timesOf(pid)?.own ?? Number.NaN

function familyMs(pid: number) {
  const server = timesOf(pid)
  if (!server) return Number.NaN
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => timesOf(Number(name)) ?? [])
    .filter(({ parent }) => parent === pid)
  return server.own + server.ended + children.reduce((sum, { own }) => sum + own, 0)
}
