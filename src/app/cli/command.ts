import { inspect } from 'node:util'
import { DISK_IS_FULL, isDiskFullError } from '#platform/database/disk-full.ts'
import { StartError } from '#platform/database/start-error.ts'
import { isJournal, printForOperator } from '../server/journal.ts'

/**
 * Runs a command. What the operator can fix is printed in words, without a stack; the exit code is 1, as it is when the words of
 * the command itself cannot be printed, whose work then goes on.
 */
export async function runCommand(work: () => Promise<void>) {
  // `stodpunkt` runs a command within its own.
  if (!process.stdout.listeners('error').includes(noteLostOutput)) process.stdout.on('error', noteLostOutput)
  process.stderr.on('error', () => undefined) // there is nowhere left to tell it
  try {
    await work()
  } catch (error) {
    const message = await messageFor(error)
    // Node prints an error without the priority that the journal reads.
    if (message === undefined && !isJournal(process.stderr.fd)) throw error
    printForOperator(message ?? inspect(error), 'error')
    process.exit(1)
  }
}

function noteLostOutput(error: NodeJS.ErrnoException) {
  process.exitCode = 1
  // Whoever reads has closed the pipe, as `head` does.
  if (error.code === 'EPIPE') return
  const reason = isDiskFullError(error) ? DISK_IS_FULL : (error.code ?? '')
  printForOperator(`Alla rader gick inte att skriva ut. ${reason}`, 'error')
}

/** What only a failure needs is imported when there is one. */
async function messageFor(error: unknown): Promise<string | undefined> {
  if (error instanceof StartError) return error.message
  if (isDiskFullError(error)) return DISK_IS_FULL
  const { isUnavailable } = await import('#platform/database/connection-errors.ts')
  if (isUnavailable(error))
    return 'Förbindelsen med databasen bröts. Se till att den svarar och har plats, och kör igen.'
  return undefined
}
