import type { AppError } from '#platform/http/app-error.ts'

type Violation = { constraint?: string; detail?: string }

/**
 * Runs a statement. The violation of a constraint in `errorByConstraint` is thrown as the AppError of that entry; any other error
 * is rethrown.
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
