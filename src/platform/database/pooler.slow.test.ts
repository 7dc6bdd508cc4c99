// PgBouncer between the program and its database.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, type TestContext, test } from 'vitest'
import { bringUp } from './bring-up.ts'
import { aDatabase, type TestDatabase } from './testing/database.ts'
import { makeFolder, removeFolder } from './testing/folders.ts'

let t: TestDatabase
let folder: string
let pooler: ChildProcess | undefined

beforeEach(async ({ skip }: TestContext) => {
  if (spawnSync('pgbouncer', ['--version']).status !== 0) return skip('pgbouncer is not installed')
  t = await aDatabase()
  folder = makeFolder()
  chmodSync(folder, 0o777)
})
afterEach(async () => {
  if (pooler?.kill('SIGKILL')) await once(pooler, 'exit')
  pooler = undefined
  if (folder) removeFolder(folder)
  await t?.drop()
})

/** A connection through a PgBouncer that has started to listen. */
async function throughPooler(lines: readonly string[]) {
  const { host, port, user, database } = t.connection
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(
    config,
    [
      ...['[databases]', `${database} = host=${host} port=${port} user=${user}`, '[pgbouncer]'],
      ...['listen_addr =', `unix_socket_dir = ${folder}`, 'listen_port = 6432', 'auth_type = any', ...lines],
    ].join('\n'),
  )
  // It refuses to run as root, and must reach the server's socket.
  const { uid, gid } = statSync(host)
  const started = spawn('pgbouncer', [config], { uid, gid, stdio: ['ignore', 'ignore', 'pipe'] })
  pooler = started
  for await (const text of started.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false }))
    if (String(text).includes('process up')) break
  started.stderr.resume()
  return { host: folder, port: 6432, user, database }
}

test.each([
  ['as it is installed', []],
  ['that drops the settings of a session', ['pool_mode = session', 'ignore_startup_parameters = options']],
  ['that shares a session', ['pool_mode = transaction', 'ignore_startup_parameters = options']],
])('a PgBouncer %s is refused with a message, before anything is migrated', async (_what, lines) => {
  const connection = await throughPooler(lines)
  await expect(bringUp(connection)).rejects.toThrow(
    'Mellan Stödpunkt och databasen står en anslutningspool, som PgBouncer. Ange databasserverns egen adress i DATABASE_URL',
  )
})
