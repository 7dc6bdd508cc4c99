import type { Database } from '#db/database.ts'

type Details = {
  /** Messages by the name of the input they belong to. */
  fields?: Record<string, string>
  /** The row as it stands, for a person to compare with after a conflict. */
  current?: unknown
  retryAfterSeconds?: number
  /** Nothing has failed: not logged as an error, whatever the status. */
  isExpected?: true
  /** Done once the refused transaction is rolled back: what must be kept of it all the same, such as a count. */
  trace?: (database: Database) => Promise<void>
}

/** An expected refusal, thrown where it is known; one place turns it into an answer. `message` is Swedish, for a person. */
export class AppError extends Error {
  override name = 'AppError'
  readonly status: number
  readonly code: string
  readonly details: Details

  constructor(status: number, code: string, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export const notFound = (message = 'Det du söker finns inte') => new AppError(404, 'not_found', message)
export const forbidden = (message = 'Du har inte behörighet att göra det här') =>
  new AppError(403, 'forbidden', message)
export const invalid = (message: string, fields?: Record<string, string>) =>
  new AppError(422, 'invalid', message, fields ? { fields } : {})
/** An input is at fault; the message stands beside it and in the toast. */
export const invalidField = (field: string, message: string) => invalid(message, { [field]: message })
/** Somebody else changed the row first; `current` is what it says now. */
export const conflict = (current: unknown, message = 'Någon annan hann ändra. Jämför och spara igen.') =>
  new AppError(409, 'conflict', message, { current })
