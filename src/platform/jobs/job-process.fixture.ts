// A process that takes one kind of job and never completes it, for tests that kill it.
import { runJobs } from './jobs.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

await runJobs({
  connection: JSON.parse(process.argv[2] ?? ''),
  taskList: {
    endless: () => {
      print('taken')
      return new Promise(() => undefined)
    },
  },
  schedule: [],
  log: () => undefined,
  watch: { checkEveryMs: 50, abandonedAfterMs: 500 },
})
print('ready')
