import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

type Options = {
  environment?: Record<string, string>
  /** Prints the output when the tool has exited, for tools that run concurrently. */
  isBuffered?: boolean
}

/** Runs one of the project's tools with the project's Node. True when it exits with 0. */
export function runTool(
  command: string,
  args: string[],
  { environment, isBuffered = false }: Options = {},
): Promise<boolean> {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const output = isBuffered ? 'pipe' : 'inherit'
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, PATH: path, ...environment },
      stdio: ['ignore', output, output],
    })
    const buffered: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => buffered.push(part))
    child.on('error', reject)
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(buffered))
      resolve(code === 0)
    })
  })
}
