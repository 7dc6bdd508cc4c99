import type { AppError } from './app-error.ts'

/** Runs a statement and throws the AppError that is given for a violated constraint; rethrows any other error. */
export async function onConstraint<T>(
  errorByConstraint: Record<string, () => AppError>,
  statement: () => Promise<T>,
): Promise<T> {
  try {
    return await statement()
  } catch (error) {
    const refusal = errorByConstraint[(error as { constraint?: string }).constraint ?? '']
    throw refusal ? refusal() : error
  }
}
