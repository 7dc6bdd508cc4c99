// The server on a test's database in a process of its own: for what is measured of a process, and for signals.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestDatabase } from '#db/testing/database.ts'

export type Served = {
  port: number
  process: ChildProcess
  /** What it has resident at most until now, in bytes, and how often it has answered with its first page. */
  ask(): Promise<{ mostResident: number; answered: number }>
  /** The exit code. */
  ended: Promise<number | null>
}

/** Pages hold `pageBytes`. The caller ends the process. */
export async function startSeparateServer({ connection }: TestDatabase, pageBytes = 100): Promise<Served> {
  const child = fork(join(import.meta.dirname, 'server-process.ts'), {
    env: { ...process.env, CONNECTION: JSON.stringify(connection), PAGE_BYTES: String(pageBytes) },
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const answer = async <Answer>() => {
    const late = ended.then((code) => Promise.reject(new Error(`The server ended with ${code}`)))
    const [told] = await Promise.race([once(child, 'message'), late])
    return told as Answer
  }
  const port = await answer<number>()
  return {
    port,
    process: child,
    ended,
    ask: () => {
      child.send('ask')
      return answer()
    },
  }
}
