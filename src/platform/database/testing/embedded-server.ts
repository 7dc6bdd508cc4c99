import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts'
import type { Connection } from '../embedded/guarded-server.ts'
import { layout } from '../embedded/watchdog-protocol.ts'
import { copyFolder, makeFolder, removeFolder } from './folders.ts'

export const isRoot = process.getuid?.() === 0

const noLog = { info() {}, warn() {}, error() {} }

/** An empty folder that other users may enter, removed after the test. */
export function aFolder(mode = 0o711) {
  const folder = makeFolder(mode)
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** Shared by the test files of a worker, as they share this module. */
let ready: Promise<string> | undefined

/** A data folder with a new cluster, copied from one that is created once per worker. */
export async function aDataFolder() {
  ready ??= makeCluster()
  const folder = aFolder()
  copyFolder(await ready, folder)
  return folder
}

async function makeCluster() {
  const folder = makeFolder(0o711, inject('clusters'))
  const { stop } = await startEmbeddedPostgres({ dataDir: folder, log: noLog })
  await stop()
  return join(folder, layout.cluster)
}

/** Starts the embedded server on the folder, to be stopped after the test; `lines` are its log messages. */
export async function started(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}) {
  const lines: string[] = []
  const log = (_fields: object, message: string) => void lines.push(message)
  const postgres = await startEmbeddedPostgres({ dataDir, log: { info: log, warn: log, error: log }, ...options })
  onTestFinished(() => postgres.stop())
  return { ...postgres, lines }
}

/** Executes one statement on a new connection. */
export async function query(connection: Connection, sql: string) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Polls a condition; throws after `seconds`, which only a failing test reaches, also on a slow machine. */
export async function until(condition: () => boolean, what: string, seconds = 50) {
  const deadline = Date.now() + seconds * 1000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`timed out after ${seconds} s waiting until ${what}`)
    await delay(10)
  }
}

export function parentOf(pid: number) {
  const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(parent)
}

/** Whether the process has ended, possibly as a zombie that has not been reaped. */
export function hasEnded(pid: number) {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true
  }
}
