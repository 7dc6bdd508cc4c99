// Plain JavaScript, so that an old Node can parse it and print which version is needed.
import { spawnSync } from 'node:child_process'
import { existsSync, fstatSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

if (Number(process.versions.node.split('.')[0]) < 26) {
  refuse(`Stödpunkt behöver Node 26 eller senare; det här är ${process.versions.node}. Starta med: npm ci && npm start`)
}
if (!existsSync(join(root, 'node_modules/fastify'))) {
  refuse('Programmets delar är inte installerade. Kör: npm ci')
}

// Caches compiled code for the next start in dist: it is executed, so it must be as protected as the build. Without
// write permission nothing is cached (docs/decisions/004).
module.enableCompileCache(join(root, 'dist/compile-cache'))

const { isBuilt, mayBuild } = await import('./browser/build-state.ts')
if (!isBuilt()) {
  if (!mayBuild()) refuseUnbuilt('får inte byggas av den som kör programmet', 1)
  console.log('Bygger webbplatsen (bara när något har ändrats) …')
  const built = spawnSync(process.execPath, [join(root, 'src/app/browser/build.ts')], { cwd: root, stdio: 'inherit' })
  if (built.status !== 0) refuseUnbuilt('gick inte att bygga', built.status ?? 1)
}
await import('./main.ts')

/** @param {string} reason @param {number} status */
function refuseUnbuilt(reason, status) {
  refuse(`Webbplatsen är inte byggd av den här versionen, och den ${reason}. Kör: npm run build`, status)
}

/**
 * In the journal the line has the priority of an error, as those of server/journal.ts, which an old Node cannot read.
 * @param {string} message @param {number} status
 */
function refuse(message, status = 1) {
  const { dev, ino } = fstatSync(process.stderr.fd, { bigint: true })
  const isJournal = process.env.JOURNAL_STREAM === `${dev}:${ino}`
  process.stderr.write(isJournal ? `<3>${message}\n` : `\n${message}\n`)
  process.exit(status)
}
