import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from './product.ts'

/** Resident memory and heap in bytes after a forced collection, and how many requests had been answered. */
export type Sample = { at: number; bytes: number; heap: number }

const EVERY_MS = 10_000

/** The environment of a measured product; MALLOC_ARENA_MAX as in ops/systemd/stodpunkt.service. */
export const probed = {
  NODE_OPTIONS: `--import=${import.meta.resolve('./memory-probe.ts')}`,
  MALLOC_ARENA_MAX: '2',
}

/** Memory is flat when `residentGrowth` is at most this. */
export const FLAT = 1.15
/** Fewer samples are inconclusive. */
export const MIN_SAMPLES = 20

/** Measures a `probed` product until the returned function is called. */
export function sampleMemory(product: Product, samples: Sample[], answered: () => number) {
  let isStopping = false
  const sampling = (async () => {
    while (!isStopping) {
      samples.push({ at: answered(), ...(await measureMemory(product)) })
      for (let waited = 0; waited < EVERY_MS && !isStopping; waited += 100) await wait(100)
    }
    samples.push({ at: answered(), ...(await measureMemory(product)) })
  })()
  return () => {
    isStopping = true
    return sampling
  }
}

/** Resident memory at the end, divided by that after a fifth of the requests. */
export function residentGrowth(samples: Sample[]): number {
  return (samples.at(-1)?.bytes ?? Number.NaN) / (afterWarmUp(samples)[0]?.bytes ?? Number.NaN)
}

/** The first fifth of the requests warms the process up. */
const afterWarmUp = (samples: Sample[]) => samples.filter(({ at }) => at >= (samples.at(-1)?.at ?? 0) / 5)

/** Growth of the heap's least-squares line over the last four fifths, as a share of its mean. */
export function heapTrend(samples: Sample[]): number {
  const measured = afterWarmUp(samples)
  const mean = (name: keyof Sample) => measured.reduce((sum, sample) => sum + sample[name], 0) / measured.length
  const [at, heap] = [mean('at'), mean('heap')]
  const slope =
    measured.reduce((sum, sample) => sum + (sample.at - at) * (sample.heap - heap), 0) /
    measured.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0)
  return Number.isFinite(slope) ? (slope * ((measured.at(-1)?.at ?? 0) - (measured[0]?.at ?? 0))) / heap : 0
}

/** Forces a collection in a `probed` product. Resident memory and heap in bytes. */
export async function measureMemory(product: Product) {
  const measurements = () => [...product.output().matchAll(/resident (\d+) heap (\d+)/g)]
  const before = measurements().length
  product.process.kill('SIGUSR2')
  while (measurements().length <= before && product.process.kill(0)) await wait(20) // an exited process prints nothing more
  const last = measurements().at(-1)
  return { bytes: Number(last?.[1]), heap: Number(last?.[2]) }
}

/** Resident memory of the process in MB; undefined on platforms other than Linux. */
export function residentMb({ process: { pid } }: Product): number | undefined {
  if (process.platform !== 'linux') return
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return (kilobytes * 1024) / 1e6
}
