import { AbortedTransactionError } from 'kysely'

/** SQLSTATE of a write on a replica, which a primary may have become. */
export const READ_ONLY = '25006'

const unavailableCodes = new RegExp(`^(ECONN|EPIPE$|ETIMEDOUT$|08|57P|53[0-9]|${READ_ONLY}$)`)
const unavailableMessages =
  /connection terminated|timeout exceeded when trying to connect|client was closed|cannot use a pool after|connection error and is not queryable/i

/** Whether the database is unreachable, shutting down, read-only or out of connections: the request may be retried later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AbortedTransactionError) return isUnavailable(error.cause)
  const { code = '', message = '', syscall } = (error ?? {}) as { code?: string; message?: string; syscall?: string }
  return syscall === 'connect' || unavailableCodes.test(code) || unavailableMessages.test(message)
}
