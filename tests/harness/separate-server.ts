// The server on a test's database in a separate process, to measure the process and to send it signals.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestDatabase } from '#platform/database/testing/database.ts'

export type SeparateServer = {
  port: number
  process: ChildProcess
  /** Its peak resident memory in bytes, how many start pages it has served, and its open connections. */
  stats(): Promise<{ peakResident: number; answered: number; connections: number }>
  /** The exit code. */
  ended: Promise<number | null>
}

/** Every page is `pageBytes` long. The caller ends the process. */
export async function startSeparateServer({ connection }: TestDatabase, pageBytes = 100): Promise<SeparateServer> {
  const child = fork(join(import.meta.dirname, 'server-process.ts'), {
    env: { ...process.env, CONNECTION: JSON.stringify(connection), PAGE_BYTES: String(pageBytes) },
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const nextMessage = async <Message>() => {
    const exited = ended.then((code) => Promise.reject(new Error(`The server ended with ${code}`)))
    const [message] = await Promise.race([once(child, 'message'), exited])
    return message as Message
  }
  const port = await nextMessage<number>()
  return {
    port,
    process: child,
    ended,
    stats: () => {
      child.send('stats')
      return nextMessage()
    },
  }
}
