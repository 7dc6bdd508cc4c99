import { StartError } from '#db/start-error.ts'

/** Runs a program's work. What the operator can mend is said in one sentence, and the exit code is 1. */
export async function runCommand(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`\n${error.message}\n`)
    process.exit(1)
  }
}
