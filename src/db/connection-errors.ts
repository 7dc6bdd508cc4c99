import { AbortedTransactionError } from 'kysely'

/** SQLSTATE of a write on a replica, or on a primary that is one now. */
export const READ_ONLY = '25006'

const awayCodes = new RegExp(`^(ECONN|EPIPE$|ETIMEDOUT$|08|57P|53[0-9]|${READ_ONLY}$)`)
const awayMessages =
  /connection terminated|timeout exceeded when trying to connect|client was closed|cannot use a pool after|connection error and is not queryable/i

/** The database cannot be reached, is shutting down, takes no writes or refuses more connections: nothing was done, try again. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AbortedTransactionError) return isUnavailable(error.cause)
  const { code = '', message = '', syscall } = (error ?? {}) as { code?: string; message?: string; syscall?: string }
  return syscall === 'connect' || awayCodes.test(code) || awayMessages.test(message)
}
