import type { Account } from './account.ts'

/** What the watchdog is asked to run, in its first message. Closing the channel afterwards means stop. */
export type Plan = {
  /** The folder that holds everything: `postgres/`, `postgres.log`, the lock and, if the path is short, the socket. */
  dataDir: string
  binDir: string
  major: number
  account: Account
  /** Named to whoever tries to start a second time. */
  ownerPid: number
  /** For tests: nothing is synced to disk, and the folder is removed at the end. */
  isDisposable: boolean
}

export type LogLevel = 'info' | 'warn' | 'error'

export type WatchdogMessage =
  | { kind: 'log'; level: LogLevel; fields: Record<string, unknown>; message: string }
  | { kind: 'started'; pid: number; socketDir: string }
  /** Not possible to start; `message` is for the operator, in Swedish. */
  | { kind: 'refused'; message: string }
  /** PostgreSQL ended by itself. */
  | { kind: 'died'; reason: string; logTail: string }
  /** A fault in the watchdog itself. */
  | { kind: 'failed'; reason: string }

/** Where things are below the data folder. */
export const layout = { cluster: 'postgres', log: 'postgres.log', lock: 'postgres.lock', socket: 'postgres.socket' }

/** PostgreSQL's port names the socket file; there is no TCP. */
export const SOCKET_PORT = 5432
