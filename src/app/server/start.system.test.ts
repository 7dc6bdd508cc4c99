import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** A Node older than 24 on this machine, if there is one. */
function findOldNode(): { path: string; version: string } | undefined {
  for (const folder of (process.env.PATH ?? '').split(':').filter((entry) => !entry.includes('node_modules'))) {
    const version = spawnSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' }).stdout?.trim().slice(1)
    if (version && Number.parseInt(version, 10) < 24) return { path: join(folder, 'node'), version }
  }
  return undefined
}

test('on an older Node the start prints which version is needed', ({ skip }) => {
  const old = findOldNode()
  if (!old) return skip('this machine has no Node before 24')
  const { status, stdout, stderr } = spawnSync(old.path, ['src/app/start.js'], { cwd: root, encoding: 'utf8' })
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: `Stödpunkt behöver Node 24 eller senare; det här är ${old.version}. Starta med: npm ci && npm start\n`,
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
