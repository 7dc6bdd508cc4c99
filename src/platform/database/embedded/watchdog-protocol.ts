import type { Account } from './account.ts'

/** The watchdog's first message: which server to run. Closing the channel stops the server. */
export type Plan = {
  /** Contains `postgres/`, `postgres.log`, the lock and, if the path is short enough, the socket. */
  dataDir: string
  binDir: string
  major: number
  account: Account
  /** Named in the error of a second start. */
  ownerPid: number
  /** For tests: no fsync, and the folder is removed at the end. */
  isDisposable: boolean
  /** Memory limit of the server; by default a share of the machine's memory. */
  memoryMib?: number | undefined
}

export type LogLevel = 'info' | 'warn' | 'error'

export type WatchdogMessage =
  | { kind: 'log'; level: LogLevel; fields: Record<string, unknown>; message: string }
  | { kind: 'started'; pid: number; socketDir: string }
  /** The start failed; `message` is for the operator, in Swedish. */
  | { kind: 'refused'; message: string }
  /** PostgreSQL ended unexpectedly. */
  | { kind: 'died'; reason: string; logTail: string }
  /** An error of the watchdog itself. */
  | { kind: 'failed'; reason: string }

/** Names in the data folder. */
export const layout = { cluster: 'postgres', log: 'postgres.log', lock: 'postgres.lock', socket: 'postgres.socket' }

/** Part of the socket file's name; there is no TCP. */
export const SOCKET_PORT = 5432
