import type { Stages } from './stage.ts'

export type Part = {
  /** The argument that selects it: `npm run bench -- screens`. */
  name: string
  title: string
  /** Why it cannot run on this machine; undefined if it can. */
  missing(): string | undefined
  run(stages: Stages): Promise<void>
}

export type Spread = { median: number; min: number; max: number }

/** Median, minimum and maximum. */
export function spreadOf(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  return { median: at(sorted.length >> 1), min: at(0), max: at(sorted.length - 1) }
}

/** The format of every part: median (min–max). */
export const formatSpread = ({ median, min, max }: Spread, digits = 0) =>
  `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`

/** The value below which `share` of the values are; NaN when there are none. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}
