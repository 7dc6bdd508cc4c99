import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { isAlive } from './data-lock.ts'
import type { LogLevel } from './watchdog-protocol.ts'

export type Log = (level: LogLevel, fields: Record<string, unknown>, message: string) => void

const FAST_SECONDS = 30
const IMMEDIATE_SECONDS = 10

/**
 * Stops processes of an earlier run on the cluster, with our lock held: a server whose watchdog was killed is stopped
 * (fast, then immediate, never kill -9), and a postmaster.pid that names an unrelated process is removed. Throws StartError.
 */
export async function stopLeftovers(clusterDir: string, log: Log) {
  const postmaster = readPostmasterPid(clusterDir)
  const processes = postgresProcessesOn(clusterDir)
  if (processes.length > 0) await endProcesses(clusterDir, processes, postmaster, log)
  else if (postmaster !== undefined && isAlive(postmaster)) {
    log('warn', { postmaster }, 'removed a postmaster.pid that names an unrelated process')
    rmSync(join(clusterDir, 'postmaster.pid'))
  }
}

async function endProcesses(clusterDir: string, processes: number[], postmaster: number | undefined, log: Log) {
  const leaders = processes.filter((pid) => pid === postmaster)
  log('warn', { processes, postmaster }, 'an earlier run left PostgreSQL running; stopping it')
  signalAll(leaders, 'SIGINT')
  if (await haveEnded(clusterDir, leaders.length > 0 ? FAST_SECONDS : IMMEDIATE_SECONDS)) return
  signalAll(postgresProcessesOn(clusterDir), 'SIGQUIT')
  if (await haveEnded(clusterDir, IMMEDIATE_SECONDS)) return
  const left = postgresProcessesOn(clusterDir).join(', ')
  throw new StartError(
    `PostgreSQL från en tidigare körning (pid ${left}) använder ${clusterDir} och avslutas inte. Avsluta processen och starta igen.`,
  )
}

/**
 * The running postgres processes of the cluster, found by their working directory: it is set before postmaster.pid is
 * written, and a zombie has none. Titles and paths may differ between containers, the inode does not.
 */
export function postgresProcessesOn(clusterDir: string): number[] {
  const cluster = statSync(clusterDir, { throwIfNoEntry: false })
  if (!cluster) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const { dev, ino } = statSync(`/proc/${name}/cwd`)
        const isHere = dev === cluster.dev && ino === cluster.ino
        return isHere && readFileSync(`/proc/${name}/comm`, 'utf8').startsWith('postgres')
      } catch {
        return false
      }
    })
    .map(Number)
}

function readPostmasterPid(clusterDir: string) {
  try {
    const pid = Math.abs(Number.parseInt(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'), 10))
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function signalAll(pids: number[], signal: NodeJS.Signals) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended meanwhile.
    }
  }
}

async function haveEnded(clusterDir: string, seconds: number) {
  const deadline = Date.now() + seconds * 1000
  while (postgresProcessesOn(clusterDir).length > 0) {
    if (Date.now() > deadline) return false
    await delay(25)
  }
  return true
}
