import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from './product.ts'

/** What the process holds after a forced collection, resident and by its objects, and how many requests it had answered. */
export type Sample = { at: number; bytes: number; heap: number }

const EVERY_MS = 10_000

/** The environment of a product that is measured here; of memory as ops/systemd/stodpunkt.service has it. */
export const probed = {
  NODE_OPTIONS: `--import=${import.meta.resolve('./memory-probe.ts')}`,
  MALLOC_ARENA_MAX: '2',
}

/** Memory is flat when what is resident at the end is at most this times what was at a fifth of the run. */
export const FLAT = 1.15
/** Fewer samples judge nothing. */
export const JUDGED_FROM = 20

/** Measures a `probed` product until the function returned is called. */
export function sampleMemory(product: Product, samples: Sample[], answered: () => number) {
  let isStopping = false
  const sampling = (async () => {
    while (!isStopping) {
      samples.push({ at: answered(), ...(await held(product)) })
      for (let waited = 0; waited < EVERY_MS && !isStopping; waited += 100) await wait(100)
    }
    samples.push({ at: answered(), ...(await held(product)) })
  })()
  return () => {
    isStopping = true
    return sampling
  }
}

/** Resident at the end over resident at a fifth of the requests. */
export function endOverFifth(samples: Sample[]): number {
  return (samples.at(-1)?.bytes ?? Number.NaN) / (fromAFifth(samples)[0]?.bytes ?? Number.NaN)
}

/** The first fifth is for warming up. */
const fromAFifth = (samples: Sample[]) => samples.filter(({ at }) => at >= (samples.at(-1)?.at ?? 0) / 5)

/** By how large a part the line of least squares through the objects rises over the last four fifths. */
export function riseOfObjects(samples: Sample[]): number {
  const counted = fromAFifth(samples)
  const mean = (name: keyof Sample) => counted.reduce((sum, sample) => sum + sample[name], 0) / counted.length
  const [at, heap] = [mean('at'), mean('heap')]
  const slope =
    counted.reduce((sum, sample) => sum + (sample.at - at) * (sample.heap - heap), 0) /
    counted.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0)
  return Number.isFinite(slope) ? (slope * ((counted.at(-1)?.at ?? 0) - (counted[0]?.at ?? 0))) / heap : 0
}

/** In bytes, after a forced collection: what a `probed` product has resident, and its objects. */
export async function held(product: Product) {
  const said = () => [...product.output().matchAll(/resident (\d+) heap (\d+)/g)]
  const before = said().length
  product.process.kill('SIGUSR2')
  while (said().length <= before && product.process.kill(0)) await wait(20) // one that has ended says nothing more
  const last = said().at(-1)
  return { bytes: Number(last?.[1]), heap: Number(last?.[2]) }
}

/** What Node has resident now, as Linux tells it; undefined elsewhere. */
export function residentMb({ process: { pid } }: Product): number | undefined {
  if (process.platform !== 'linux') return
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return (kilobytes * 1024) / 1e6
}
