// `npm run drill:install`: an empty Debian with systemd, in which the commands of docs/operations/one-machine.md are
// run as written; then every `stodpunkt …`, an upgrade, its rollback, recovery from lost keys, and a new machine. `--
// --keep` leaves the machine's folder.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boot, makeRoot, whyNoMachine } from './install/machine.ts'
import { settingsFiles } from './install/settings-files.ts'
import { prepare, takenPort } from './install/stage.ts'
import { stepsOf } from './install/steps.ts'

const reason = whyNoMachine() ?? (await takenPort())
if (reason) console.log(`skipped: ${reason}\n\n0 passed, 0 failed, 1 skipped`)
else process.exitCode = await drill()

async function drill(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-install-'))
  const root = join(folder, 'root')
  console.log(`Debian in ${root}`)
  makeRoot(root)
  prepare(root)
  const machine = await boot(root)
  let [passed, failed] = [0, 0]
  try {
    for (const { name, check } of [settingsFiles(machine), ...stepsOf(root, machine)]) {
      const startedAt = performance.now()
      const problem = await check().catch((error: Error) => error.message)
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      console.log(`${problem ? 'FAILED' : 'passed'}: ${name} (${seconds} s)${problem ? `\n${problem}` : ''}`)
      if (problem) failed++
      else passed++
      // Each step depends on the previous ones.
      if (problem) break
    }
  } finally {
    await machine.stop()
    if (process.argv.includes('--keep')) console.log(`kept: ${folder}`)
    else removeRoot(folder)
  }
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

/** Removes the folder; throws if anything in it is still mounted. */
function removeRoot(folder: string) {
  const mounts = readFileSync('/proc/mounts', 'utf8')
  if (mounts.includes(` ${folder}/`)) throw new Error(`${folder} is still mounted`)
  rmSync(folder, { recursive: true, force: true })
}
