import { randomBytes } from 'node:crypto'
import { linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { layout } from './watchdog-protocol.ts'

type Holder = { pid?: number; isClosing?: boolean }

const CLOSING_SECONDS = 45
const DEAD_HOLDER_SECONDS = 5

/**
 * Takes the lock of the data folder, which must be the working directory: a socket's path is at most 107 bytes, a data
 * folder's may be longer. The lock is a listening socket, which the kernel closes however the process ends. Waits for a
 * holder that is closing; throws StartError when the holder is running. After `stopSignal` others see this one as closing.
 */
export async function acquireDataLock(dataDir: string, ownerPid: number, stopSignal: AbortSignal) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(JSON.stringify({ pid: ownerPid, isClosing: stopSignal.aborted } satisfies Holder))
  })
  const candidate = `${layout.lock}.${randomBytes(6).toString('hex')}`
  await listen(server, candidate)
  server.on('error', () => {})
  const startedAt = Date.now()
  try {
    while (!tryTake(candidate)) {
      stopSignal.throwIfAborted()
      const holder = await readHolder(layout.lock)
      if (holder) refuseUnlessClosing(holder, dataDir, Date.now() - startedAt)
      else await removeStale()
      if (holder) await delay(30)
    }
  } catch (error) {
    server.close()
    throw error
  } finally {
    rmSync(candidate, { force: true })
  }
  removeOldCandidates()
  return {
    release() {
      rmSync(layout.lock, { force: true })
      server.close()
    },
  }
}

function listen(server: Server, path: string) {
  return new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
}

function tryTake(candidate: string) {
  try {
    linkSync(candidate, layout.lock)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** The process that listens on the socket, or undefined when none does. A holder that does not answer is still a holder. */
function readHolder(path: string) {
  return new Promise<Holder | undefined>((resolve) => {
    let answer = ''
    const socket = connect(path)
    socket.setTimeout(2000, () => socket.destroy())
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(undefined)
    })
    socket.on('close', () => resolve(parseHolder(answer)))
  })
}

function parseHolder(answer: string): Holder {
  try {
    return JSON.parse(answer)
  } catch {
    return {}
  }
}

function refuseUnlessClosing({ pid, isClosing }: Holder, dataDir: string, waitedMs: number) {
  const seconds = isClosing ? CLOSING_SECONDS : pid === undefined || isAlive(pid) ? 0 : DEAD_HOLDER_SECONDS
  if (waitedMs < seconds * 1000) return
  const who = pid === undefined ? '' : ` (pid ${pid})`
  throw new StartError(
    `Datakatalogen ${dataDir} används redan av en annan Stödpunkt-process${who}. Stoppa den först, eller vänta tills den har startat.`,
  )
}

/** Two concurrent starts may both find the lock stale, so the renamed socket is checked again, and restored if it has a holder. */
async function removeStale() {
  const aside = `${layout.lock}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(layout.lock, aside)
  } catch {
    return
  }
  if (await readHolder(aside)) linkSync(aside, layout.lock)
  rmSync(aside, { force: true })
}

/** Removes candidates of starts that were killed. */
function removeOldCandidates() {
  for (const name of readdirSync('.').filter((entry) => entry.startsWith(`${layout.lock}.`))) {
    const age = Date.now() - (statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > 60_000) rmSync(name, { force: true })
  }
}

/** Whether a process with this id exists, of any user. */
export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
