// Memory of all processes of an installation, Node and PostgreSQL: proportional set size, which counts a page that
// several share once. It runs first, on processes that have done nothing else.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../tools/support/random.ts'
import { type Askers, openAskers, openClient, pick } from './client.ts'
import { startCommits } from './commits.ts'
import type { Part } from './part.ts'
import { askRead, reads } from './reads.ts'
import type { Build } from './stage.ts'
import { writes } from './writes.ts'

const REST_MS = 5000
const CLIENTS = 16
/** Seconds of load after which the memory is read. */
const AFTER = (process.env.BENCH_MEMORY_SECONDS ?? '25,50,120,180').split(',').map(Number)
/** The share of the requests that write; the others are rows of reads.ts. */
const WRITES = 0.1
/** Rows about one report or invoice basis, of which the demo has none. */
const unprepared = ['/api/reports/:id', '/api/invoice-bases/:id', '/api/portal/invoice-bases/:id']

export const memory: Part = {
  name: 'memory',
  title: `proportional set size of all processes, ${CLIENTS} clients`,
  missing: () => (existsSync('/proc/self/smaps_rollup') ? undefined : 'needs /proc'),
  run: async (stages) => {
    const build = (await stages()).builds[0]
    await wait(REST_MS)
    const rows = [{ MB: 'at rest', ...memoryOf(build) }]
    const load = startLoad(build)
    for (const seconds of AFTER) {
      await wait(Math.max(0, load.startedAt + seconds * 1000 - performance.now()))
      rows.push({ MB: `after ${seconds} s`, ...memoryOf(build) })
    }
    const requests = await load.stop()
    console.table(rows)
    console.log(`${requests} requests`)
  },
}

function startLoad(build: Build) {
  let isStopping = false
  let answered = 0
  const stopCommits = startCommits(build, randomFrom(1))
  const lists = reads.filter(({ endpoint }) => !unprepared.some((path) => endpoint.startsWith(`GET ${path}`)))
  const work = async (nth: number, askers: Askers) => {
    const random = randomFrom(nth)
    const client = openClient(build)
    while (!isStopping) {
      if (random() < WRITES)
        await client.ask(pick(askers.staff, random), pick(writes, random).request(build.data, random))
      else await askRead(client, build, askers, pick(lists, random), random)
      answered++
    }
    client.close()
  }
  const working = openAskers(build).then((askers) =>
    Promise.all(Array.from({ length: CLIENTS }, (_, nth) => work(nth, askers))),
  )
  // A rejection is reported by stop().
  working.catch(() => undefined)
  return {
    startedAt: performance.now(),
    stop: async () => {
      isStopping = true
      try {
        await working
      } finally {
        await (await stopCommits)()
      }
      return answered
    },
  }
}

/** In MB. An embedded server is started by a watchdog of Node, which counts. */
function memoryOf({ product, postgres }: Build) {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(Number(name)) }))
  const family = (pid: number): number[] => [
    pid,
    ...processes.filter(({ parent }) => parent === pid).flatMap((child) => family(child.pid)),
  ]
  const watchdog = parentOf(postgres.pid())
  const database = family(postgres.pid()).reduce((sum, pid) => sum + proportionalMb(pid), 0)
  const node = [...family(Number(product.process.pid)), watchdog].reduce((sum, pid) => sum + proportionalMb(pid), 0)
  return { all: Math.round(node + database), Node: Math.round(node), PostgreSQL: Math.round(database) }
}

const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)/m.exec(readIfThere(`/proc/${pid}/status`))?.[1])
const proportionalMb = (pid: number) =>
  Number(/^Pss:\s+(\d+)/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024

/** '' of a process that has ended. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
