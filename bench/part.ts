import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

export type Part = {
  /** Its argument: `npm run bench -- start-page`. */
  name: string
  title: string
  /** Why it cannot run on this machine; undefined when it can. */
  missing(): string | undefined
  run(): Promise<void>
}

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'].filter(Boolean)

/** The path of an installed program; undefined when it is not found. */
export const findProgram = (name: string): string | undefined =>
  folders.map((folder) => `${folder}/${name}`).find((path) => existsSync(path))

/** A message with the programs that are not installed; undefined when all are. */
export function missingPrograms(...names: string[]): string | undefined {
  const absent = names.filter((name) => !findProgram(name))
  return absent.length > 0 ? `${absent.join(', ')} not installed` : undefined
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

/** Milliseconds of the machine's monotonic clock, comparable between processes. */
export const machineMs = () => Number(process.hrtime.bigint()) / 1e6

/** Sends SIGTERM and resolves when the process has exited. */
export async function stopProcess(child: ChildProcess) {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}
