import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from './product.ts'

/** What the process holds after a forced collection, resident and by its objects, and how many requests it had answered. */
export type Sample = { at: number; bytes: number; heap: number }

const EVERY_MS = 10_000

/** Measures a product with `memory-probe.ts` until the function returned is called. */
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

/** By how large a part the line of least squares rises over the last four fifths; the first is for warming up. */
export function riseOf(samples: Sample[], of: 'bytes' | 'heap'): number {
  const last = samples.at(-1)?.at ?? 0
  const counted = samples.filter(({ at }) => at >= last / 5)
  const mean = (name: keyof Sample) => counted.reduce((sum, sample) => sum + sample[name], 0) / counted.length
  const [at, bytes] = [mean('at'), mean(of)]
  const slope =
    counted.reduce((sum, sample) => sum + (sample.at - at) * (sample[of] - bytes), 0) /
    counted.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0)
  return Number.isFinite(slope) ? (slope * (last - (counted[0]?.at ?? 0))) / bytes : 0
}

async function held(product: Product) {
  const said = () => [...product.output().matchAll(/resident (\d+) heap (\d+)/g)]
  const before = said().length
  product.process.kill('SIGUSR2')
  while (said().length <= before) await wait(20)
  const last = said().at(-1)
  return { bytes: Number(last?.[1]), heap: Number(last?.[2]) }
}
