import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

export type Part = {
  /** As it is asked for: `npm run bench -- start-page`. */
  name: string
  title: string
  /** Why it cannot be run here; undefined when it can. */
  missing(): string | undefined
  run(): Promise<void>
}

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'].filter(Boolean)

/** The path of a program of the machine. */
export const findProgram = (name: string): string | undefined =>
  folders.map((folder) => `${folder}/${name}`).find((path) => existsSync(path))

/** What a part needs and does not find, in words. */
export function missingPrograms(...names: string[]): string | undefined {
  const absent = names.filter((name) => !findProgram(name))
  return absent.length > 0 ? `${absent.join(', ')} not installed` : undefined
}

export type Spread = { median: number; least: number; most: number }

export function spreadOf(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (place: number) => sorted[place] ?? Number.NaN
  return { median: at(sorted.length >> 1), least: at(0), most: at(sorted.length - 1) }
}

/** As every part prints it: median (least–most). */
export const said = ({ median, least, most }: Spread, digits = 0) =>
  `${median.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`

/** Milliseconds of the machine's clock that never jumps: the same in every process. */
export const machineMs = () => Number(process.hrtime.bigint()) / 1e6

/** Resolves when a program that stands beside ours has ended. */
export async function stopped(child: ChildProcess) {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}
