// The disk of the database is full: writes are refused with a message, the program stays up, and continues once there
// is room.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, type TestContext, test } from 'vitest'
import { findRunningServer } from '#platform/database/embedded/running-server.ts'
import { aSmallDisk, type SmallDisk } from '#shared/testing/small-disk.ts'
import { until } from '#shared/testing/until.ts'
import { admin, type Product, startProduct } from '../../tools/support/product.ts'

let disk: SmallDisk
let product: Product
let token: string

beforeEach(async ({ skip }: TestContext) => {
  const mounted = aSmallDisk('256m')
  if (!mounted) return skip('mounting a tmpfs needs root')
  disk = mounted
  product = await startProduct({ dataDir: join(disk.folder, 'data'), environment: { LOG_LEVEL: 'error' } })
  const signIn = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  token = (await signIn.json()).access_token
})
afterEach(async () => {
  if (!disk) return
  product.process.kill('SIGKILL')
  await product.ended
  disk.remove()
})

const upload = () =>
  fetch(`${product.url}/api/files?name=logg.bin&use=attachment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: randomBytes(4 * 1024 * 1024),
  })

const postmaster = () => Number(readFileSync(join(product.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function query(text: string) {
  const server = await findRunningServer(product.dataDir)
  const client = new pg.Client({ ...server, user: 'postgres', database: 'stodpunkt' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

test('an upload without room is refused, leaves nothing, and succeeds once there is room', async () => {
  disk.fill()
  const refused = await upload()
  expect(refused.status).toBe(503)
  expect((await refused.json()).error.message).toBe(
    'Tjänsten är tillfälligt otillgänglig. Försök igen om en liten stund.',
  )
  disk.clear()
  await until(async () => expect((await upload()).status).toBe(201))
  expect(await query(`select state, count(*)::int as files from stodpunkt.files group by 1`)).toEqual([
    { state: 'ready', files: 1 },
  ])
  expect(product.process.exitCode).toBeNull()
})

test('a full write-ahead log stops PostgreSQL, not the program, which continues once there is room', async () => {
  const before = postmaster()
  const switchLog = `select pg_logical_emit_message(false, 'test', repeat('x', 1000000)), pg_switch_wal()`
  await until(async () => {
    disk.fill()
    await query(switchLog).catch(() => undefined)
    expect(isRunning(before)).toBe(false)
  })
  const refused = await upload()
  expect(refused.status).toBe(503)
  disk.clear()
  await until(async () => expect((await upload()).status).toBe(201))
  expect(postmaster()).not.toBe(before)
  expect(product.process.exitCode).toBeNull()
})
