import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { copyFolder, makeFolder, removeFolder } from '../testing/folders.ts'
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts'
import type { Connection } from './guarded-server.ts'
import { layout } from './watchdog-protocol.ts'

export const isRoot = process.getuid?.() === 0

const silent = { info() {}, warn() {}, error() {} }

/** An empty folder others may enter, removed after the test. */
export function aFolder(mode = 0o711) {
  const folder = makeFolder(mode)
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** Outlives the file that asks first: files of one worker share this module. */
let ready: Promise<string> | undefined

/** A data folder with a new cluster, copied from one that is made once per worker. */
export async function aDataFolder() {
  ready ??= makeCluster()
  const folder = aFolder()
  copyFolder(await ready, folder)
  return folder
}

async function makeCluster() {
  const folder = makeFolder(0o711, inject('clusters'))
  const { stop } = await startEmbeddedPostgres({ dataDir: folder, log: silent })
  await stop()
  return join(folder, layout.cluster)
}

/** The embedded server on the folder, stopped after the test; what it logged is in `lines`. */
export async function started(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}) {
  const lines: string[] = []
  const note = (_fields: object, message: string) => void lines.push(message)
  const postgres = await startEmbeddedPostgres({ dataDir, log: { info: note, warn: note, error: note }, ...options })
  onTestFinished(() => postgres.stop())
  return { ...postgres, lines }
}

/** Runs one statement on a connection of its own. */
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

/** Waits for a condition; a test that waits in vain fails on its deadline. */
export async function until(condition: () => boolean, what: string, seconds = 10) {
  const deadline = Date.now() + seconds * 1000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s in vain until ${what}`)
    await delay(10)
  }
}

export function parentOf(pid: number) {
  const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(parent)
}

/** The process is gone, or only a zombie that nobody has waited for. */
export function hasEnded(pid: number) {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true
  }
}
