import { inspect } from 'node:util'
import { DISK_IS_FULL, isDiskFullError } from '#platform/database/disk-full.ts'
import { StartError } from '#platform/database/start-error.ts'
import { isJournal, printForOperator } from '../server/journal.ts'

/**
 * Runs a command. Errors that the operator can fix are printed as a sentence without a stack. The exit code is 1 then,
 * and also when the command completes but its output cannot be written.
 */
export async function runCommand(work: () => Promise<void>) {
  // `stodpunkt` runs a command inside its own, so the listener may be there already.
  if (!process.stdout.listeners('error').includes(noteLostOutput)) process.stdout.on('error', noteLostOutput)
  process.stderr.on('error', () => undefined) // there is nowhere left to report it
  try {
    await work()
  } catch (error) {
    const message = await messageFor(error)
    // Node prints an uncaught error without the priority prefix for the journal.
    if (message === undefined && !isJournal(process.stderr.fd)) throw error
    printForOperator(message ?? inspect(error), 'error')
    process.exit(1)
  }
}

function noteLostOutput(error: NodeJS.ErrnoException) {
  process.exitCode = 1
  // The reader has closed the pipe, as `head` does.
  if (error.code === 'EPIPE') return
  const reason = isDiskFullError(error) ? DISK_IS_FULL : (error.code ?? '')
  printForOperator(`Alla rader gick inte att skriva ut. ${reason}`, 'error')
}

/** Imports only on a failure what only a failure needs. */
async function messageFor(error: unknown): Promise<string | undefined> {
  if (error instanceof StartError) return error.message
  if (isDiskFullError(error)) return DISK_IS_FULL
  const { isUnavailable } = await import('#platform/database/connection-errors.ts')
  if (isUnavailable(error))
    return 'Förbindelsen med databasen bröts. Se till att den svarar och har plats, och kör igen.'
  return undefined
}
