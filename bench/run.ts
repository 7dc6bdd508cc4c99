// `npm run bench [part …]`: the measurements of a release; each part is a file in this folder. BENCH_BESIDE=FOLDER
// measures the build in that folder alternately with this one.
import { cpus, totalmem } from 'node:os'
import { measureCpuSteal } from './cpu-steal.ts'
import { growth } from './growth.ts'
import { largeBasis } from './large-basis.ts'
import { loading } from './loading.ts'
import { memory } from './memory.ts'
import { notify } from './notify.ts'
import type { Part } from './part.ts'
import { pdf } from './pdf.ts'
import { people } from './people.ts'
import { requests } from './requests.ts'
import { screens } from './screens.ts'
import { signIn } from './sign-in.ts'
import { openStages } from './stage.ts'
import { start } from './start.ts'

const parts: Part[] = [memory, loading, screens, people, requests, notify, growth, start, signIn, pdf, largeBasis]

const selected = process.argv.slice(2)
console.log(machine())
const { stages, stop } = openStages()
try {
  for (const part of parts) if (selected.length === 0 || selected.includes(part.name)) await measure(part)
} finally {
  await stop()
}

async function measure(part: Part) {
  console.log(`\n== ${part.name}: ${part.title}`)
  const missing = part.missing()
  if (missing) return console.log(`skipped: ${missing}`)
  const stealShare = measureCpuSteal()
  await part.run(stages)
  const share = stealShare()
  if (share !== undefined) console.log(`CPU steal: ${Math.round(share * 100)} % of the runnable time.`)
}

function machine() {
  const processors = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${processors[0]?.model ?? 'unknown processor'}, ${processors.length} cores, ${memory} GB, Node ${process.version}, ${process.platform}`
}
