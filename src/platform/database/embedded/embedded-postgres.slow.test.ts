import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aDataFolder, aFolder, hasEnded, isRoot, parentOf, query, started, until } from '../testing/embedded-server.ts'

test('a first start creates a private, durable cluster in UTF-8, and a second one finds the rows', async () => {
  const dataDir = aFolder()
  const first = await started(dataDir)
  await query(first.connection, `create table t as select 'Åsa' as name`)
  const facts = await query(
    first.connection,
    `select upper('åäö') as upper, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('listen_addresses') as tcp, current_setting('data_checksums') as checksums,
       current_setting('timezone') as timezone, pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = 'postgres'`,
  )
  expect(facts).toEqual([
    { upper: 'ÅÄÖ', fsync: 'on', commit: 'on', tcp: '', checksums: 'on', timezone: 'UTC', encoding: 'UTF8' },
  ])
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  expect(statSync(first.connection.host).mode & 0o777).toBe(0o700)
  await first.stop()
  await first.stop()

  const second = await started(dataDir)
  expect(await query(second.connection, 'select name from t')).toEqual([{ name: 'Åsa' }])
  await second.stop()
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
})

test('a second start on the same folder is refused with the pid of the process that uses it', async () => {
  const dataDir = await aDataFolder()
  const { connection } = await started(dataDir)
  await expect(started(dataDir)).rejects.toThrow(
    `Datakatalogen ${dataDir} används redan av en annan Stödpunkt-process (pid ${process.pid}). Stoppa den först, eller vänta tills den har startat.`,
  )
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('of several concurrent starts on a new folder exactly one succeeds', async () => {
  const dataDir = aFolder()
  const results = await Promise.allSettled([started(dataDir), started(dataDir), started(dataDir)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test.each(['the server', 'its watchdog'])(
  'when %s is killed the server is restarted with every committed row',
  async (victim) => {
    const statuses: string[] = []
    const postgres = await started(await aDataFolder(), { onStatus: (status) => statuses.push(status) })
    const pid = postgres.pid() ?? 0
    await query(postgres.connection, 'create table t as select generate_series(1, 1000) as n')
    process.kill(victim === 'the server' ? pid : parentOf(pid), 'SIGKILL')
    await until(() => statuses.includes('up'), 'the server is up again')
    expect(statuses).toEqual(['down', 'up'])
    expect(await query(postgres.connection, 'select count(*)::int as rows from t')).toEqual([{ rows: 1000 }])
    expect(postgres.pid()).not.toBe(pid)
    expect(hasEnded(pid)).toBe(true)
  },
)

test('a server that cannot be restarted is reported with the reason, and starts once the cause is fixed', async () => {
  const dataDir = await aDataFolder()
  const errors: Error[] = []
  const postgres = await started(dataDir, { onFatal: (error) => errors.push(error) })
  const access = join(dataDir, 'postgres', 'pg_hba.conf')
  const rules = readFileSync(access)
  writeFileSync(access, 'nonsense\n')
  process.kill(postgres.pid() ?? 0, 'SIGKILL')
  await until(() => errors.length > 0, 'it gives up')
  expect(errors[0]?.message).toMatch(/PostgreSQL avslutades \(exit code 1\)[\s\S]*could not load .*pg_hba.conf/)
  expect(postgres.pid()).toBeUndefined()
  writeFileSync(access, rules)
  const { connection } = await started(dataDir)
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('stop() during a restart ends it, and the next start recovers', async () => {
  const statuses: string[] = []
  const dataDir = await aDataFolder()
  const postgres = await started(dataDir, { onStatus: (status) => statuses.push(status) })
  process.kill(postgres.pid() ?? 0, 'SIGKILL')
  await until(() => statuses.includes('down'), 'the server is down')
  await postgres.stop()
  expect(statuses).toEqual(['down'])
  expect(existsSync(join(dataDir, 'postgres.lock'))).toBe(false)
  const { connection } = await started(dataDir)
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a path too long for a socket gets its socket in a private temporary folder', async () => {
  const dataDir = join(aFolder(), 'a'.repeat(60), 'b'.repeat(60))
  const { connection, stop } = await started(dataDir)
  expect(Buffer.byteLength(connection.host)).toBeLessThan(90)
  expect(statSync(connection.host).mode & 0o777).toBe(0o700)
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
  expect(existsSync(connection.host)).toBe(false)
})

test('a cluster of another major version is refused and unchanged', async () => {
  const dataDir = aFolder()
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
  await expect(started(dataDir)).rejects.toThrow(/är skapad av PostgreSQL 15, men Stödpunkt har nu PostgreSQL 18/)
  expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['PG_VERSION'])
})

test('a folder with other files is refused and unchanged', async () => {
  const dataDir = aFolder()
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'note.txt'), 'Hej')
  await expect(started(dataDir)).rejects.toThrow(/är inte en PostgreSQL-databas/)
  expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['note.txt'])
})

test('a data folder that is a file is refused', async () => {
  const file = join(aFolder(), 'data')
  writeFileSync(file, '')
  await expect(started(file)).rejects.toThrow(`Datakatalogen ${file} (DATA_DIR) går inte att använda`)
})

test.skipIf(!isRoot)('as root, data in a folder only root may enter works, and the files stay root’s', async () => {
  const dataDir = join(aFolder(0o700), 'data')
  const { connection } = await started(dataDir)
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(0)
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.skipIf(!isRoot)('as root, a cluster that was restored with another owner gets the right owner', async () => {
  const dataDir = await aDataFolder()
  const first = await started(dataDir)
  await query(first.connection, 'create table t as select 1 as one')
  await first.stop()

  execFileSync('chown', ['-R', '12345:12345', join(dataDir, 'postgres')])
  const second = await started(dataDir)
  expect(await query(second.connection, 'select one from t')).toEqual([{ one: 1 }])
})
