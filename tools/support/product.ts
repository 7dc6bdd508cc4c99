// Starts the built product as an operator does, for the browser stories, drills and benchmarks.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isBuilt } from '#app/browser/build-state.ts'
import { runTool } from './run-tool.ts'

const root = join(import.meta.dirname, '../..')
/** Limit for a start that hangs; alone on a machine it takes a few seconds. */
const START_SECONDS = 300
const STOP_SECONDS = 15

export const admin = { email: 'admin@nordlys.example', password: 'sommar-i-uppsala-17' }

export type Product = {
  url: string
  port: number
  dataDir: string
  process: ChildProcess
  /** Its output so far, the last 100 000 characters. */
  output(): string
  /** Resolves with the exit code, null after a signal. */
  ended: Promise<number | null>
  /** Sends SIGTERM; rejects unless it drains and exits with 0 within 15 seconds. */
  stop(): Promise<void>
}

/** `folder` contains the product; this repository by default. */
type Options = { dataDir: string; folder?: string; port?: number; environment?: Record<string, string> }

/**
 * Builds the product if needed. Resolves when /readyz answers 200. Rejects with the product's output if it exits before
 * that or hangs.
 */
export async function startProduct({ dataDir, folder = root, port, environment = {} }: Options): Promise<Product> {
  if (folder === root && !isBuilt() && !(await runTool('node', ['src/app/browser/build.ts'])))
    throw new Error('The product cannot be built.')
  const product = launch(folder, dataDir, port ?? (await freePort()), environment)
  const deadline = Date.now() + START_SECONDS * 1000
  let isEnded = false
  void product.ended.then(() => {
    isEnded = true
  })
  while (!(await isReady(product.url))) {
    if (isEnded || Date.now() > deadline) {
      product.process.kill('SIGKILL')
      throw new Error(`The product did not start.\n${product.output()}`)
    }
    await wait(25)
  }
  return product
}

function launch(folder: string, dataDir: string, port: number, environment: Record<string, string>): Product {
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['src/app/start.js'], {
    cwd: folder,
    env: {
      ...process.env,
      // Empty counts as unset, because this machine's own settings must not be used.
      DATABASE_URL: '',
      SMTP_URL: '',
      SECRETS_FILE: '',
      SITE_ORG: '',
      HOST: '',
      TRUST_PROXY: '',
      APP_URL: url,
      NODE_ENV: '', // drills and measurements write as fast as they can with one login
      WRITES_PER_MINUTE: '0',
      ORG_NAME: 'Nordlys IT i Uppsala AB',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...environment,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-100_000)
    })
  }
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  const stop = async () => {
    child.kill('SIGTERM')
    const code = await Promise.race([ended, wait(STOP_SECONDS * 1000, 'timeout' as const, { ref: false })])
    if (code === 0) return
    child.kill('SIGKILL')
    throw new Error(`The product did not stop as it should (${code}).\n${output}`)
  }
  return { url, port, dataDir, process: child, output: () => output, ended, stop }
}

/** Whether /readyz answers 200 within five seconds. */
export async function isReady(url: string) {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  await answer?.body?.cancel().catch(() => undefined)
  return answer?.status === 200
}

/** A folder for DATA_DIR that the database's own account may traverse. */
export function temporaryDataDir() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stodpunkt-product-')))
  if (process.getuid?.() === 0) chmodSync(folder, 0o711)
  return { path: join(folder, 'data'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A TCP port that is free on 127.0.0.1 at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
