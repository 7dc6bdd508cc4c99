import type { AppError } from '#platform/http/app-error.ts'

type Violation = { constraint?: string; detail?: string }

/**
 * Runs a statement and throws the AppError that is given for a violated constraint, made of the database's error; rethrows any
 * other error.
 */
export async function onConstraint<T>(
  errorByConstraint: Record<string, (violation: Violation) => AppError>,
  statement: () => Promise<T>,
): Promise<T> {
  try {
    return await statement()
  } catch (error) {
    const violation = error as Violation
    const refusal = errorByConstraint[violation.constraint ?? '']
    throw refusal ? refusal(violation) : error
  }
}
