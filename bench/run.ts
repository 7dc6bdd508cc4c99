// `npm run bench [part …]`: results are ratios within one run, as machines differ. Each part is a file in this folder; a part is
// skipped with a message when a program it needs is not installed.
import { cpus, totalmem } from 'node:os'
import { bases } from './bases.ts'
import { browser, interactions } from './browser.ts'
import { bundles } from './bundles.ts'
import { measureCpuSteal } from './cpu-steal.ts'
import { creates } from './creates.ts'
import { files } from './files.ts'
import { live } from './live.ts'
import { mixed } from './mixed.ts'
import type { Part } from './part.ts'
import { reportFile } from './report-file.ts'
import { requests } from './requests.ts'
import { signIn } from './sign-in.ts'
import { start } from './start.ts'
import { startPage } from './start-page.ts'

const parts: Part[] = [
  startPage,
  requests,
  signIn,
  live,
  mixed,
  creates,
  reportFile,
  files,
  bases,
  browser,
  interactions,
  start,
  bundles,
]

const selected = process.argv.slice(2)
console.log(machine())
for (const part of parts) {
  if (selected.length > 0 && !selected.includes(part.name)) continue
  console.log(`\n== ${part.name}: ${part.title}`)
  const missing = part.missing()
  if (missing) {
    console.log(`skipped: ${missing}`)
    continue
  }
  const stealShare = measureCpuSteal()
  await part.run()
  const share = stealShare()
  if (share !== undefined) console.log(`CPU steal: ${Math.round(share * 100)} % of the runnable time.`)
}

function machine() {
  const processors = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${processors[0]?.model ?? 'unknown processor'}, ${processors.length} cores, ${memory} GB, Node ${process.version}, ${process.platform}`
}
