import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Runs one of the project's tools, on the project's Node, with its output passed on. True when it ended with 0. */
export function runTool(command: string, args: string[], environment: Record<string, string> = {}): Promise<boolean> {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, PATH: path, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0))
  })
}
