import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

type Options = {
  environment?: Record<string, string>
  /** What it says is passed on in one piece when it has ended, for tools that run beside each other. */
  isHeld?: boolean
}

/** Runs one of the project's tools, on the project's Node, with its output passed on. True when it ended with 0. */
export function runTool(
  command: string,
  args: string[],
  { environment, isHeld = false }: Options = {},
): Promise<boolean> {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const output = isHeld ? 'pipe' : 'inherit'
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, PATH: path, ...environment },
      stdio: ['ignore', output, output],
    })
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => said.push(part))
    child.on('error', reject)
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said))
      resolve(code === 0)
    })
  })
}
