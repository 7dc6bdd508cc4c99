import { StartError } from '#db/start-error.ts'

/** Runs a command. A StartError, which the operator can fix, is printed without a stack; the exit code is 1. */
export async function runCommand(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`\n${error.message}\n`)
    process.exit(1)
  }
}
