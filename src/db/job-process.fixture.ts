// A process that takes one kind of job and never ends it, for tests that kill it.
import { runJobs } from './jobs.ts'

const say = (word: string) => process.stdout.write(`${word}\n`)

await runJobs({
  connection: JSON.parse(process.argv[2] ?? ''),
  taskList: {
    endless: () => {
      say('taken')
      return new Promise(() => undefined)
    },
  },
  schedule: [],
  log: () => undefined,
  watch: { checkEveryMs: 50, goneAfterMs: 500 },
})
say('ready')
