// Starts a minimal Fastify server in a process of its own: what Node can reach with the same bytes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stopProcess } from './part.ts'

/** Answers every request with `bytes`, which are written to `file` for it. */
export async function startBareServer(file: string, bytes: Buffer) {
  writeFileSync(file, bytes)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return {
    port: Number(port),
    stop: () => stopProcess(child),
  }
}
