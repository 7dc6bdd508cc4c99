import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { aDataFolder, aFolder, hasEnded, parentOf, query, started, until } from '../testing/embedded-server.ts'
import { postgresProcessesOn } from './leftovers.ts'
import { layout } from './watchdog-protocol.ts'

type Line = { pid?: number; postgres?: number; stopped?: boolean; answer?: number; refused?: string }

/** Starts app.fixture.ts in its own process group; `lines` is its output. */
function startProgram(dataDir: string) {
  const program = spawn(process.execPath, [fileURLToPath(new URL('./app.fixture.ts', import.meta.url)), dataDir], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: Line[] = []
  let text = ''
  program.stdout.on('data', (chunk: Buffer) => {
    const complete = (text + chunk.toString()).split('\n')
    text = complete.pop() ?? ''
    lines.push(...complete.map((line): Line => JSON.parse(line)))
  })
  onTestFinished(() => end(program))
  return { program, lines }
}

async function end(program: ChildProcess) {
  program.kill('SIGKILL')
  await until(() => program.exitCode !== null || program.signalCode !== null, 'the program has ended')
}

async function runningProgram(dataDir: string) {
  onTestFinished(() => until(() => !existsSync(join(dataDir, layout.lock)), 'its watchdog has ended'))
  const { program, lines } = startProgram(dataDir)
  await until(() => lines.length > 0, 'the program has started')
  const { pid = 0, postgres = 0 } = lines[0] ?? {}
  return { program, lines, pid, postgres }
}

const clusterOf = (dataDir: string) => join(dataDir, 'postgres')

test('kill -9 of the program shuts the server down cleanly, and the next start works immediately', async () => {
  const dataDir = await aDataFolder()
  const { pid, postgres } = await runningProgram(dataDir)
  process.kill(pid, 'SIGKILL')
  const { connection } = await started(dataDir)
  expect(hasEnded(postgres)).toBe(true)
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down')
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('kill -9 of the program alone leaves no server, pid file, socket or lock', async () => {
  const dataDir = await aDataFolder()
  const { pid, postgres } = await runningProgram(dataDir)
  process.kill(pid, 'SIGKILL')
  await until(() => hasEnded(postgres), 'the server has ended')
  await until(() => readdirSync(dataDir).length === 2, 'the watchdog has removed its files')
  expect(existsSync(join(clusterOf(dataDir), 'postmaster.pid'))).toBe(false)
})

test('kill -9 of the program and its watchdog leaves a server that the next start stops', async () => {
  const dataDir = await aDataFolder()
  const { pid, postgres } = await runningProgram(dataDir)
  process.kill(parentOf(postgres), 'SIGKILL')
  process.kill(pid, 'SIGKILL')
  const { lines } = await started(dataDir)
  expect(lines).toContain('an earlier run left PostgreSQL running; stopping it')
  expect(hasEnded(postgres)).toBe(true)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  'on %s to its process group the program drains, then the server stops',
  async (signal) => {
    const dataDir = await aDataFolder()
    const { program, lines, pid, postgres } = await runningProgram(dataDir)
    process.kill(-pid, signal)
    await until(() => program.exitCode !== null, 'the program has ended')
    expect(lines[1]).toEqual({ stopped: true, answer: 42 })
    expect(program.exitCode).toBe(0)
    expect(hasEnded(postgres)).toBe(true)
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
  },
)

test('a second program is refused with a message', async () => {
  const dataDir = await aDataFolder()
  const { pid } = await runningProgram(dataDir)
  const second = startProgram(dataDir)
  await until(() => second.program.exitCode !== null, 'the second program has ended')
  expect(second.program.exitCode).toBe(1)
  expect(second.lines).toEqual([
    {
      refused: `Datakatalogen ${dataDir} används redan av en annan Stödpunkt-process (pid ${pid}). Stoppa den först, eller vänta tills den har startat.`,
    },
  ])
})

test('a postmaster.pid that names an unrelated process is removed, and that process keeps running', async () => {
  const dataDir = await aDataFolder()
  const first = await started(dataDir)
  const pidFile = join(clusterOf(dataDir), 'postmaster.pid')
  const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n')
  await first.stop()

  const { uid, gid } = statSync(clusterOf(dataDir))
  const unrelated = spawn('sleep', ['60'], { ...(process.getuid?.() === 0 && { uid, gid }), cwd: '/', stdio: 'ignore' })
  onTestFinished(() => end(unrelated))
  writeFileSync(pidFile, [unrelated.pid, ...rest].join('\n'))
  chownSync(pidFile, uid, gid)

  const second = await started(dataDir)
  expect(second.lines).toContain('removed a postmaster.pid that names an unrelated process')
  expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(unrelated.exitCode ?? unrelated.signalCode).toBeNull()
})

test('the files of a killed initdb are removed and never used as a database', async () => {
  const dataDir = aFolder()
  const draft = join(dataDir, 'postgres.tmp-0123')
  mkdirSync(join(draft, 'base'), { recursive: true })
  writeFileSync(join(draft, 'PG_VERSION'), '18\n')
  const { connection } = await started(dataDir)
  expect(existsSync(draft)).toBe(false)
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('kill -9 of the program during initdb does not prevent the next start', async () => {
  const dataDir = aFolder()
  const { program } = startProgram(dataDir)
  await until(() => readdirSync(dataDir).some((name) => name.startsWith('postgres.tmp-')), 'initdb has begun')
  program.kill('SIGKILL')
  const { connection, stop } = await started(dataDir)
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(postgresProcessesOn(clusterOf(dataDir)).length).toBeGreaterThan(1)
  await stop()
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
})
