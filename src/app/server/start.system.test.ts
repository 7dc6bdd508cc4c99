import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder, removeFolder } from '#platform/database/testing/folders.ts'

const root = join(import.meta.dirname, '../../..')

/** A Node older than 24 on this machine, if there is one. */
function findOldNode(): { path: string; version: string } | undefined {
  for (const folder of (process.env.PATH ?? '').split(':').filter((entry) => !entry.includes('node_modules'))) {
    const version = spawnSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' }).stdout?.trim().slice(1)
    if (version && Number.parseInt(version, 10) < 26) return { path: join(folder, 'node'), version }
  }
  return undefined
}

test('on an older Node the start prints which version is needed', ({ skip }) => {
  const old = findOldNode()
  if (!old) return skip('this machine has no Node before 26')
  const { status, stdout, stderr } = spawnSync(old.path, ['src/app/start.js'], { cwd: root, encoding: 'utf8' })
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: `\nStödpunkt behöver Node 26 eller senare; det här är ${old.version}. Starta med: npm ci && npm start\n`,
  })
})

/** A program that is not built, and whose build exits with 3. */
function anUnbuiltProgram() {
  const folder = makeFolder()
  onTestFinished(() => removeFolder(folder))
  for (const path of ['src/app/browser', 'node_modules/fastify']) mkdirSync(join(folder, path), { recursive: true })
  for (const path of ['src/app/start.js', 'src/app/browser/build-state.ts', 'package-lock.json', 'vite.config.ts'])
    copyFileSync(join(root, path), join(folder, path))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'src/app/browser/build.ts'), 'process.exit(3)')
  chmodSync(folder, 0o755)
  return folder
}

test('a program that is not built and cannot be built says how to build it', () => {
  const folder = anUnbuiltProgram()
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'src/app/start.js')], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({
    status: 3,
    stderr: '\nWebbplatsen är inte byggd av den här versionen, och den gick inte att bygga. Kör: npm run build\n',
  })
})

/** What is written on standard error when it is the journal's stream, as systemd starts a service. */
function inJournal(args: string[]) {
  const folder = makeFolder()
  onTestFinished(() => removeFolder(folder))
  const path = join(folder, 'journal')
  const descriptor = openSync(path, 'w')
  const { dev, ino } = fstatSync(descriptor, { bigint: true })
  const env = { ...process.env, JOURNAL_STREAM: `${dev}:${ino}` }
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', descriptor] })
  closeSync(descriptor)
  return { status, lines: readFileSync(path, 'utf8').trimEnd().split('\n') }
}

test('in the journal, a refused start and a failed one are errors line by line', () => {
  expect(inJournal([join(anUnbuiltProgram(), 'src/app/start.js')])).toEqual({
    status: 3,
    lines: ['<3>Webbplatsen är inte byggd av den här versionen, och den gick inte att bygga. Kör: npm run build'],
  })
  const failing = `import { runCommand } from '#app/cli/command.ts'
    await runCommand(async () => { throw new Error('unexpected') })`
  const { status, lines } = inJournal(['--input-type=module', '--eval', failing])
  expect(status).toBe(1)
  expect(lines[0]).toBe('<3>Error: unexpected')
  expect(lines.filter((line) => !line.startsWith('<3>'))).toEqual([])
})

test('a service does not build a program of another account, and says how to build it', () => {
  const folder = anUnbuiltProgram()
  // Root may write everywhere, so an account without permissions is used.
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  chmodSync(folder, 0o555)
  const result = spawnSync(process.execPath, [join(folder, 'src/app/start.js')], { encoding: 'utf8', ...account })
  chmodSync(folder, 0o755)
  expect({ status: result.status, stdout: result.stdout, stderr: result.stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr:
      '\nWebbplatsen är inte byggd av den här versionen, och den får inte byggas av den som kör programmet. Kör: npm run build\n',
  })
})

test('the database starts before the rest of the program is imported', () => {
  const importRecorder = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module'
    const read = new Set()
    registerHooks({ resolve(name, context, next) { const found = next(name, context); read.add(found.url); return found } })
    process.on('exit', () => process.stdout.write(JSON.stringify([...read])))`)}`
  const { stdout } = spawnSync(process.execPath, ['--import', importRecorder, 'src/app/main.ts'], {
    cwd: root,
    encoding: 'utf8',
    // Stops the program before it starts the database.
    env: { ...process.env, PORT: 'ingen port' },
  })
  const read: string[] = JSON.parse(stdout)
  const packages = read.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [])
  expect([...new Set(packages)]).toEqual(expect.arrayContaining(['pg', 'pino', 'zod']))
  for (const later of ['fastify', 'graphile-worker', 'kysely', 'nodemailer']) expect(packages).not.toContain(later)
  expect(read.length).toBeLessThan(250)
})
