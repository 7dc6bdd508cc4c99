import type { z } from 'zod'
import type { Database } from '#platform/database/database.ts'

type Details = {
  /** Messages by field name. */
  fields?: Record<string, string>
  /** The current row, for the user to compare with after a conflict. */
  current?: unknown
  retryAfterSeconds?: number
  /** Not logged as an error, even with a 5xx status. */
  isExpected?: true
  /** Runs after the transaction was rolled back, for writes that must persist, such as a failed-attempt count. */
  afterRollback?: (database: Database) => Promise<void>
}

/** An expected error, thrown where it is detected; errors.ts turns it into a response. `message` is Swedish, for the user. */
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
/** 422 for one field; the message is shown beside it and in the toast. */
export const invalidField = (field: string, message: string) => invalid(message, { [field]: message })
/** 409: another user changed the row first; `current` is the row now, cut to its schema. */
export const conflict = <Schema extends z.ZodType>(
  schema: Schema,
  current: z.infer<Schema>,
  message = 'Någon annan hann ändra. Jämför och spara igen.',
) => new AppError(409, 'conflict', message, { current: schema.parse(current) })

/** 409: another request has already made the requested change; `current` is the row now, cut to its schema. */
export const alreadyDone = <Schema extends z.ZodType>(schema: Schema, current: z.infer<Schema>) =>
  conflict(schema, current, 'Det är redan gjort.')
