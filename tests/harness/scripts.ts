// The repository's scripts as separate processes, as an operator runs them, without a terminal.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export type Environment = Record<string, string>
export type Outcome = { code: number | null; stdout: string; stderr: string }

/** vitest.config.ts sets the cache folder, because otherwise each start would compile the same modules again. */
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env

/** Starts a script, such as `bin/backup.ts`. It inherits only PATH and the compile cache. */
export const startScript = (
  script: string,
  args: string[],
  environment: Environment,
  stdout: 'pipe' | number = 'pipe',
): ChildProcess =>
  spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['pipe', stdout, 'pipe'],
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
  })

/** Exit code and output of a process that ends; `onOutput` gets the standard output so far. */
export async function outcomeOf(
  child: ChildProcess,
  onOutput: (stdout: string) => unknown = () => undefined,
): Promise<Outcome> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (text: Buffer) => {
    stdout += String(text)
    onOutput(stdout)
  })
  child.stderr?.on('data', (text: Buffer) => {
    stderr += String(text)
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

export const runScript = (script: string, args: string[], environment: Environment): Promise<Outcome> =>
  outcomeOf(startScript(script, args, environment))

type Target = { host: string; port: number; user: string; database: string; password?: string }

/** DATABASE_URL for a connection. */
export const databaseUrl = ({ host, port, user, database, password = '' }: Target) =>
  `postgres://${user}${password && `:${password}`}@${encodeURIComponent(host)}:${port}/${database}`
