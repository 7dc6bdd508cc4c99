// `npm run bench [part …]`: what is measured stands as ratios within one run, because the machine is another everywhere.
// A part is a file here that is named in `parts`; one whose program is missing is skipped, by name.
import { cpus, totalmem } from 'node:os'
import { browser, interactions } from './browser.ts'
import { bundles } from './bundles.ts'
import { watchCpuSteal } from './cpu-steal.ts'
import { creates } from './creates.ts'
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
  browser,
  interactions,
  start,
  bundles,
]

const wanted = process.argv.slice(2)
console.log(machine())
for (const part of parts) {
  if (wanted.length > 0 && !wanted.includes(part.name)) continue
  console.log(`\n== ${part.name}: ${part.title}`)
  const missing = part.missing()
  if (missing) {
    console.log(`skipped: ${missing}`)
    continue
  }
  const stolen = watchCpuSteal()
  await part.run()
  const share = stolen()
  if (share !== undefined)
    console.log(`The machine's neighbours had ${Math.round(share * 100)} % of the time that was asked for.`)
}

function machine() {
  const processors = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${processors[0]?.model ?? 'unknown processor'}, ${processors.length} cores, ${memory} GB, Node ${process.version}, ${process.platform}`
}
